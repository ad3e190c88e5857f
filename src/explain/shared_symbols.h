// SPDX-License-Identifier: GPL-2.0-or-later
// Variables of Linux that several CPUs are known to read and write. Where no profile tells which
// data is hot, a move of one of these is worth more attention than one of the thousands of others.
#pragma once

#include <span>
#include <string_view>

namespace lodestone::explain {

struct SharedSymbol {
  std::string_view name;
  double weight;         // 0 to 1: how readily its line is contended
  std::string_view why;  // who writes and who reads it, with the kernel file
};

std::span<const SharedSymbol> shared_symbols();
const SharedSymbol* find_shared_symbol(std::string_view name);

}  // namespace lodestone::explain
