// SPDX-License-Identifier: GPL-2.0-or-later
// Hardware threads that share a core (Documentation/admin-guide/hw-vuln/l1tf.rst, SMT control).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_smt {
namespace {

CheckResult look(const Root& root) {
  const auto control = root.line("/sys/devices/system/cpu/smt/control");
  if (!control || *control == "notsupported" || *control == "notimplemented")
    return {CheckState::absent, "no SMT", "", {}};
  if (*control == "off" || *control == "forceoff") return {CheckState::good, *control, "", {}};
  return {CheckState::note,
          "on",
          "echo off > /sys/devices/system/cpu/smt/control   # or pin copies to one thread a core",
          {}};
}

}  // namespace

extern const Check check_smt{
    "D003 smt",
    "a busy sibling takes a quarter to a half of a core, so a result depends on where tasks land",
    look};

}  // namespace lodestone::check_smt
