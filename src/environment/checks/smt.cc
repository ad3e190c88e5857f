// SPDX-License-Identifier: GPL-2.0-or-later
// Hardware threads that share a core (Documentation/admin-guide/hw-vuln/l1tf.rst, SMT control).
#include <unistd.h>

#include "base/text.h"
#include "environment/busy_cpus.h"
#include "environment/check.h"

namespace lodestone::check_smt {
namespace {

CheckResult look(const Root& root) {
  const auto control = root.line("/sys/devices/system/cpu/smt/control");
  if (!control) return missing(root, "/sys/devices/system/cpu/smt/control", "no SMT");
  if (*control == "notsupported" || *control == "notimplemented")
    return {CheckState::absent, "no SMT", "", {}};
  if (*control == "off" || *control == "forceoff") return {CheckState::good, *control, "", {}};
  // Which of them work at this moment: of a tree that does not change, none.
  const std::string before = root.text("/proc/stat");
  const bool seen = !before.empty();
  if (root.real() && seen) ::usleep(200'000);
  const auto busy =
      with_siblings(busy_cpus(before, root.text("/proc/stat"), 0.1), cpu_places(root));
  return {busy.empty() ? CheckState::note : CheckState::warning,
          !seen ? "on; whether a sibling is busy is not known: /proc/stat cannot be read"
          : busy.empty()
              ? "on, no sibling is busy"
              : "on, and busy now, each with a sibling that it slows: CPU " + cpu_list_text(busy),
          "echo off > /sys/devices/system/cpu/smt/control",
          {},
          "or pin copies to one thread a core"};
}

}  // namespace

extern const Check check_smt{
    "D003 smt",
    "a busy sibling takes a quarter to a half of a core, so a result depends on where tasks land",
    look};

}  // namespace lodestone::check_smt
