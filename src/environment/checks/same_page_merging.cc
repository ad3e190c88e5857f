// SPDX-License-Identifier: GPL-2.0-or-later
// Kernel same-page merging (Documentation/admin-guide/mm/ksm.rst).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_same_page_merging {
namespace {

CheckResult look(const Root& root) {
  const auto runs = root.integer("/sys/kernel/mm/ksm/run");
  if (!runs) return missing(root, "/sys/kernel/mm/ksm/run", "not built");
  if (*runs != 1) return {CheckState::good, "off", "", {}};
  return {CheckState::warning,
          "on",
          "echo 0 > /sys/kernel/mm/ksm/run",
          {{"/sys/kernel/mm/ksm/run", "0"}}};
}

}  // namespace

extern const Check check_same_page_merging{
    "D008 same-page-merging", "its thread uses a CPU and write-protects pages under the workload",
    look};

}  // namespace lodestone::check_same_page_merging
