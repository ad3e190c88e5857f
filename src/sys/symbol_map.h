// SPDX-License-Identifier: GPL-2.0-or-later
// Symbols of a kernel or program, sorted by address: from a System.map (scripts/mksysmap), from
// text in the form of /proc/kallsyms, from an ELF file's .symtab, or from an image's own tables
// (sys/kallsyms.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_table.h"
#include "base/result.h"

namespace lodestone {

// `size` is the ELF size where there is one, else the distance to the next higher address (padding
// included; 0 for the last symbol). `type` is nm's letter; lower case is local. Names are not
// unique: static symbols share them.
struct Symbol {
  uint64_t address = 0;
  uint64_t size = 0;
  char type = '?';
  std::string name;
  std::string module;  // empty: the kernel itself

  bool is_text() const { return type == 't' || type == 'T' || type == 'w' || type == 'W'; }
};

class SymbolMap {
 public:
  SymbolMap() = default;
  // Sorts by address, keeps the order of equal addresses, and fills in sizes that are 0.
  explicit SymbolMap(std::vector<Symbol> symbols);
  // A map has tens of megabytes, and much of what is worked out points into it.
  SymbolMap(SymbolMap&&) = default;
  SymbolMap& operator=(SymbolMap&&) = default;

  std::span<const Symbol> symbols() const { return symbols_; }
  bool empty() const { return symbols_.empty(); }
  // The symbol that holds the address: the nearest one at or below it. Of several at one address,
  // the first global one, else the first. nullptr below the first symbol. With `text_only`, data
  // and absolute symbols are passed over.
  const Symbol* at(uint64_t address, bool text_only = false) const;
  // The first symbol of that name, or nullptr.
  const Symbol* find(std::string_view name) const;
  size_t count(std::string_view name) const;  // how many symbols have the name

 private:
  std::vector<Symbol> symbols_;
  std::vector<uint32_t> preferred_;  // one index for each distinct address, ascending
  std::vector<uint32_t> preferred_text_;
  NameTable by_name_;
  std::vector<uint32_t> same_name_;  // at the first symbol of a name: how many have it
};

// Tells the kind by the content. Errors: unreadable (not symbols; zeroed addresses; Debian's
// one-line stub of a System.map; an ELF file without .symtab).
Result<SymbolMap> symbols_from_file(std::string_view content);
// Lines of "ADDRESS TYPE NAME[\t[MODULE]]". Per-CPU symbols keep the addresses that the text has.
Result<SymbolMap> symbols_from_text(std::string_view text);
// FUNC, OBJECT and NOTYPE symbols of .symtab (else .dynsym), with nm's letters derived from the
// sections.
Result<SymbolMap> symbols_from_elf(std::string_view file);

}  // namespace lodestone
