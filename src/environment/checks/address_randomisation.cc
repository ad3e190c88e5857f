// SPDX-License-Identifier: GPL-2.0-or-later
// Address space randomisation (Documentation/admin-guide/sysctl/kernel.rst, randomize_va_space).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_address_randomisation {
namespace {

CheckResult look(const Root& root) {
  const auto level = root.integer("/proc/sys/kernel/randomize_va_space");
  if (!level)
    return missing(root, "/proc/sys/kernel/randomize_va_space",
                   "this kernel has no setting for it");
  if (*level == 2) return {CheckState::good, "on: each process gets another layout", "", {}};
  return {CheckState::warning,
          "randomize_va_space is " + std::to_string(*level),
          "sysctl kernel.randomize_va_space=2",
          {{"/proc/sys/kernel/randomize_va_space", "2"}}};
}

}  // namespace

extern const Check check_address_randomisation{
    "D006 address-randomisation",
    "one fixed layout can be lucky or unlucky by up to 33 %: fresh processes with randomisation "
    "average over layouts",
    look};

}  // namespace lodestone::check_address_randomisation
