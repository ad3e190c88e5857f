// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/context.h"

namespace lodestone {

// Sets what `reproduce` needs: the command that this process was started with ("command", nothing
// where /proc does not tell) and the program's version ("lodestone_version").
void record_command(Context& context, uint64_t seed);

// The words of a command, quoted for a shell, as it is to be repeated: with the seed in force,
// without --label and --store (a repetition is another run). The first two are program and verb.
std::string repeatable_command(const std::vector<std::string>& words, uint64_t seed);

}  // namespace lodestone
