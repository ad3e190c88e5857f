// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/vdso.h"

#include <algorithm>

namespace lodestone::explain {
namespace {

// Exported functions are all that has names; static ones stand between them, so that sizes are
// distances and reach to the end of the code.
bool load(const KernelImage& kernel, Side& side) {
  std::optional<KernelImage> vdso = vdso_of(kernel);
  if (!vdso) return false;
  const KernelImage::Section* text = vdso->section(".text");
  auto exported = symbols_from_elf(vdso->content);
  if (text == nullptr || !exported) return false;
  std::vector<Symbol> symbols;
  for (const Symbol& symbol : exported->symbols())
    if (symbol.is_text() && symbol.address >= text->address &&
        symbol.address - text->address < text->size)
      symbols.push_back({symbol.address, 0, 'T', symbol.name, {}});
  if (symbols.empty()) return false;
  if (symbols.front().address > text->address)
    symbols.push_back({text->address, 0, 't', "(the vDSO's first functions)", {}});
  const uint64_t last =
      std::max_element(symbols.begin(), symbols.end(), [](const Symbol& x, const Symbol& y) {
        return x.address < y.address;
      })->address;
  for (Symbol& symbol : symbols)
    if (symbol.address == last) symbol.size = text->address + text->size - last;
  side.symbols = SymbolMap(std::move(symbols));
  side.architecture = name_of(vdso->architecture);
  side.image = std::make_shared<const KernelImage>(std::move(*vdso));
  finish_symbols(side, false);
  return true;
}

}  // namespace

VdsoDifference compare_vdso(const KernelImage& base, const KernelImage& next) {
  constexpr size_t instructions_shown = 8;
  VdsoDifference result;
  if (!load(base, result.base) || !load(next, result.next)) {
    result.code.why_not = "not both images have a vDSO";
    return result;
  }
  result.matching = match(result.base.entities, result.next.entities);
  const AddressBook base_book(result.base.entities, *result.base.image);
  const AddressBook next_book(result.next.entities, *result.next.image);
  const CodeSide base_side{result.base.entities, base_book, PatchSites(), base.architecture};
  const CodeSide next_side{result.next.entities, next_book, PatchSites(), next.architecture};
  const Correspondence correspondence(base_book, next_book, result.matching, result.base.entities);
  result.code = compare_code(base_side, next_side, result.matching, correspondence);
  for (FunctionChange& change : result.code.changed)
    change.shown = side_by_side(base_side, next_side, result.matching, correspondence, change,
                                instructions_shown);
  return result;
}

}  // namespace lodestone::explain
