// SPDX-License-Identifier: GPL-2.0-or-later
// Tracers and system call filters around this process (/proc/self/status).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_wrapped {
namespace {

CheckResult look(const Root& root) {
  const std::string text = root.text("/proc/self/status");
  if (text.empty()) return unreadable("/proc/self/status");
  std::vector<std::string> found;
  if (const auto tracer = field(text, "TracerPid", ':'); tracer && *tracer != "0")
    found.push_back("traced by process " + *tracer);
  if (field(text, "Seccomp", ':').value_or("0") == "2") found.push_back("seccomp filter");
  if (found.empty()) return {CheckState::good, "neither tracer nor filter", "", {}};
  return {CheckState::warning,
          join(found, ", "),
          "",
          {},
          "run outside the debugger, or the container with --security-opt seccomp=unconfined"};
}

}  // namespace

extern const Check check_wrapped{"D024 wrapped",
                                 "a seccomp filter runs at every system call; a tracer stops at "
                                 "each: both are then what is measured",
                                 look};

}  // namespace lodestone::check_wrapped
