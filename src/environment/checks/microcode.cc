// SPDX-License-Identifier: GPL-2.0-or-later
// The revision of the microcode (/proc/cpuinfo).
#include <set>

#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_microcode {
namespace {

CheckResult look(const Root& root) {
  const std::string text = root.text("/proc/cpuinfo");
  std::set<std::string> found;
  for (const std::string_view line : split(text, '\n'))
    if (line.starts_with("microcode"))
      found.insert(std::string(trim(line.substr(line.find(':') + 1))));
  if (found.empty()) {
    if (text.empty()) return unreadable("/proc/cpuinfo");
    return {CheckState::absent, "not shown", "", {}};
  }
  if (found.size() == 1) return {CheckState::good, *found.begin(), "", {}};
  return {CheckState::warning,
          "CPUs differ: " + join({found.begin(), found.end()}, ", "),
          "",
          {},
          "update the firmware"};
}

}  // namespace

extern const Check check_microcode{
    "D020 microcode",
    "updates have changed the cost of branches and of system calls; both sides must have the same",
    look};

}  // namespace lodestone::check_microcode
