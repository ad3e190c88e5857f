// SPDX-License-Identifier: GPL-2.0-or-later
// Transparent huge pages (Documentation/admin-guide/mm/transhuge.rst).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_huge_pages {
namespace {

CheckResult look(const Root& root) {
  const auto enabled = root.line("/sys/kernel/mm/transparent_hugepage/enabled");
  if (!enabled) return missing(root, "/sys/kernel/mm/transparent_hugepage/enabled", "not built");
  if (enabled->find("[always]") == std::string::npos) return {CheckState::good, *enabled, "", {}};
  return {CheckState::note,
          *enabled,
          "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled",
          {{"/sys/kernel/mm/transparent_hugepage/enabled", "madvise"}}};
}

}  // namespace

extern const Check check_huge_pages{
    "D007 huge-pages",
    "whether a huge page was free changes memory tests by more than most patches do", look};

}  // namespace lodestone::check_huge_pages
