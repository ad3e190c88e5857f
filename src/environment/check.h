// SPDX-License-Identifier: GPL-2.0-or-later
// Checks of what would spoil a measurement. Each file in checks/ defines `extern const Check
// check_NAME` in a namespace of that name; the table is generated. `lodestone doctor` prints them;
// --quiet-machine applies the settings of those that warn.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "environment/guard.h"
#include "sys/root.h"

namespace lodestone {

enum class CheckState {
  good,     // nothing to do
  note,     // part of what is measured: worth knowing, not wrong
  warning,  // adds noise, or a systematic error
  absent,   // this machine does not have it
  unknown,  // what it is judged by cannot be read
};
const char* name_of(CheckState state);

struct CheckResult {
  CheckState state = CheckState::absent;
  std::string found;              // "powersave on 8 CPUs"
  std::string fix;                // a shell command to paste (as root); empty if there is none
  std::vector<Setting> settings;  // the same as files to write, where that is all there is to do
  std::string advice = {};        // what to do where no command can, or besides; may be empty
};

// What a check says of what it cannot read.
CheckResult unreadable(std::string_view path);
// The file `path` below /proc or /sys gave nothing. Unknown if it is there all the same, or if
// nothing of /proc or /sys can be read (not mounted, or hidden); otherwise absent, as `text` says.
CheckResult missing(const Root& root, std::string_view path, std::string text);

struct Check {
  const char* code;  // "D001 governor"
  const char* why;   // the size of its effect, and who measured it
  CheckResult (*look)(const Root& root);
};

extern const std::span<const Check* const> checks;

}  // namespace lodestone
