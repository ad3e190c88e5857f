// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/function_names.h"

#include <algorithm>

namespace lodestone::exact {

std::string family_of(std::string_view function) {
  constexpr std::string_view suffixes[] = {".isra.", ".part.", ".constprop.",
                                           ".cold",  ".llvm.", ".lto_priv."};
  size_t cut = function.size();
  for (std::string_view suffix : suffixes) {
    size_t at = function.find(suffix);
    if (at != std::string_view::npos && at > 0) cut = std::min(cut, at);
  }
  return std::string(function.substr(0, cut));
}

FunctionNames::FunctionNames(const SymbolMap& symbols) : symbols_(symbols) {
  for (const Symbol& symbol : symbols.symbols())
    if (symbol.is_text() && symbols.count(symbol.name) > 1)
      repeated_[symbol.name].push_back(symbol.address);
  // Of some names the others are data.
  std::erase_if(repeated_, [](const auto& entry) { return entry.second.size() < 2; });
}

std::string FunctionNames::name(const Symbol& symbol) const {
  std::string family = family_of(symbol.name);
  auto found = repeated_.find(symbol.name);
  if (found == repeated_.end()) return family;
  auto place = std::lower_bound(found->second.begin(), found->second.end(), symbol.address);
  return family + "#" + std::to_string(place - found->second.begin() + 1);
}

}  // namespace lodestone::exact
