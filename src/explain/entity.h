// SPDX-License-Identifier: GPL-2.0-or-later
// An entity: what stands at one address of one kernel, with all the names it has. Two kernels are
// compared entity by entity.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "explain/section_class.h"
#include "sys/symbol_map.h"

namespace lodestone::explain {

struct Entity {
  uint64_t address = 0;  // as linked
  uint64_t offset = 0;   // from the start of its section
  uint64_t size = 0;     // bytes; see Entities::exact_sizes
  SectionClass section = SectionClass::other;
  char type = '?';
  std::string_view name;      // the most telling of its names; storage belongs to the symbols
  uint32_t first_symbol = 0;  // its names: symbols [first_symbol, last_symbol)
  uint32_t last_symbol = 0;

  // What decides in which cache line it lies: per-CPU data is copied to page-aligned units, so the
  // offset in the section counts; everything else stays where it is linked (KASLR slides by a
  // multiple of 2 MiB).
  uint64_t place() const { return section == SectionClass::percpu ? offset : address; }
};

struct Entities {
  std::span<const Symbol> symbols;
  std::array<std::vector<Entity>, section_classes> of;  // by section, ascending by address
  // False: sizes are distances to the next symbol, so they include the padding behind it.
  bool exact_sizes = false;
  bool knows_percpu = false;
  size_t count = 0;
  size_t module_symbols = 0;  // left out: modules are loaded elsewhere

  const std::vector<Entity>& in(SectionClass section) const {
    return of[static_cast<size_t>(section)];
  }
};

// `symbols` must stay alive and be sorted by address.
Entities entities_of(std::span<const Symbol> symbols, bool exact_sizes);
// Makes sizes distances to the next symbol: what can be compared with a side that has no others.
void forget_sizes(Entities& entities);

}  // namespace lodestone::explain
