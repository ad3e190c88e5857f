// SPDX-License-Identifier: GPL-2.0-or-later
// The names by which two builds' functions are matched.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sys/symbol_map.h"

namespace lodestone::exact {

// Pieces that compilers make count with the function they came from: "foo.isra.0.cold" is "foo".
std::string family_of(std::string_view function);

// Static functions of one name are numbered by address, "foo#2", so that two builds agree as long
// as both have them all.
class FunctionNames {
 public:
  // `symbols` must outlive this.
  explicit FunctionNames(const SymbolMap& symbols);

  std::string name(const Symbol& symbol) const;
  // The function that holds the address, or nullptr.
  const Symbol* at(uint64_t address) const { return symbols_.at(address, true); }

 private:
  const SymbolMap& symbols_;
  std::map<std::string_view, std::vector<uint64_t>> repeated_;
};

}  // namespace lodestone::exact
