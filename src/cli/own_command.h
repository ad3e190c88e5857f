// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lodestone {

// The command that this process was started with, quoted for a shell, as it is to be repeated: with
// the seed in force, without --label and --store (a repetition is another run). Empty where /proc
// does not tell.
std::string own_command(uint64_t seed);

// As above, of given words; the first two are the program and the verb.
std::string repeatable_command(const std::vector<std::string>& words, uint64_t seed);

}  // namespace lodestone
