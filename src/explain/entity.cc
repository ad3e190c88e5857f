// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/entity.h"

#include <algorithm>
#include <cctype>

namespace lodestone::explain {
namespace {

// Of several names at one address, the one that says most: global before local, plain before a
// system call's wrapper names or a section's start.
int rank(const Symbol& symbol) {
  int value = 0;
  if (std::islower(static_cast<unsigned char>(symbol.type))) value += 2;
  if (symbol.name.starts_with("__ia32_") || symbol.name.starts_with("__se_")) value += 3;
  if (symbol.name.find('.') != std::string::npos) value += 1;
  return value;
}

// ELF files, System.map and kallsyms order the names of one address differently.
bool says_more(const Symbol& symbol, const Symbol& other) {
  const int mine = rank(symbol), its = rank(other);
  return mine != its ? mine < its : symbol.name < other.name;
}

}  // namespace

Entities entities_of(std::span<const Symbol> symbols, bool exact_sizes) {
  Entities result;
  result.symbols = symbols;
  result.exact_sizes = exact_sizes;
  const SectionBounds bounds(symbols);
  result.knows_percpu = bounds.knows_percpu();
  for (const SectionClass large : {SectionClass::text, SectionClass::data})
    result.of[static_cast<size_t>(large)].reserve(symbols.size() / 2);
  size_t index = 0;
  while (index < symbols.size()) {
    size_t last = index;
    std::array<const Symbol*, section_classes> best{};
    for (; last < symbols.size() && symbols[last].address == symbols[index].address; ++last) {
      const Symbol& symbol = symbols[last];
      if (!symbol.module.empty()) {
        ++result.module_symbols;
        continue;
      }
      if (is_marker(symbol.name)) continue;
      const Symbol*& chosen = best[static_cast<size_t>(bounds.classify(symbol))];
      if (!chosen || says_more(symbol, *chosen)) chosen = &symbol;
    }
    for (size_t section = 0; section < best.size(); ++section) {
      if (!best[section]) continue;
      const Symbol& symbol = *best[section];
      Entity entity;
      entity.address = symbol.address;
      entity.section = static_cast<SectionClass>(section);
      entity.offset = symbol.address - bounds.start(entity.section);
      entity.size = symbol.size;
      for (size_t k = index; exact_sizes && k < last; ++k)
        entity.size = std::max(entity.size, symbols[k].size);
      entity.type = symbol.type;
      entity.name = symbol.name;
      entity.first_symbol = static_cast<uint32_t>(index);
      entity.last_symbol = static_cast<uint32_t>(last);
      result.of[section].push_back(entity);
      ++result.count;
    }
    index = last;
  }
  return result;
}

void forget_sizes(Entities& entities) {
  entities.exact_sizes = false;
  for (std::vector<Entity>& section : entities.of)
    for (Entity& entity : section)
      entity.size = entity.last_symbol < entities.symbols.size()
                        ? entities.symbols[entity.last_symbol].address - entity.address
                        : 0;
}

}  // namespace lodestone::explain
