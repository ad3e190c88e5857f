// SPDX-License-Identifier: GPL-2.0-or-later
// The taint flags of the kernel (Documentation/admin-guide/tainted-kernels.rst).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_taint {
namespace {

CheckResult look(const Root& root) {
  static constexpr const char* letters = "PFSRMBUDAWCIOELKXTNJ";
  const auto flags = root.integer("/proc/sys/kernel/tainted");
  if (!flags) return unreadable("/proc/sys/kernel/tainted");
  if (*flags == 0) return {CheckState::good, "not tainted", "", {}};
  std::string found;
  for (size_t bit = 0; letters[bit]; ++bit)
    if (*flags >> bit & 1) found += letters[bit];
  // P, O and E are modules; D, W, L, M and B mean that something has gone wrong since boot.
  const bool broken = found.find_first_of("DWLMB") != std::string::npos;
  return {broken ? CheckState::warning : CheckState::note,
          "tainted: " + found,
          "",
          {},
          broken ? "reboot, and read dmesg" : ""};
}

}  // namespace

extern const Check check_taint{"D021 taint",
                               "modules from outside, or an earlier oops, mean that the kernel is "
                               "not the one that its version names",
                               look};

}  // namespace lodestone::check_taint
