// SPDX-License-Identifier: GPL-2.0-or-later
// `run -- COMMAND`: the part of the verb that measures a whole command.
#pragma once

#include "cli/run_options.h"
#include "report/style.h"

namespace lodestone {

inline constexpr Option option_output_metric{
    "--metric", "NAME,UNIT,BETTER=REGEX",
    "a number in the command's output; BETTER is higher, lower or neutral", true};

// Measures arguments.commands[0] in fresh processes and stores the run; the exit code. Errors:
// usage, the store's.
Result<int> run_whole_command(const Arguments& arguments, const RunOptions& given,
                              const Style& style);

}  // namespace lodestone
