// SPDX-License-Identifier: GPL-2.0-or-later
// In which part of a kernel image a symbol lies. Text, data and per-CPU data move independently of
// each other, so they are compared apart (include/asm-generic/vmlinux.lds.h has their order).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sys/symbol_map.h"

namespace lodestone::explain {

enum class SectionClass : uint8_t { text, rodata, data, bss, percpu, init, other };
inline constexpr int section_classes = 7;

std::string_view name_of(SectionClass section);

// The places of the linker script's own symbols in one map. A bound that the map lacks (an excerpt)
// stays empty, and nm's type letter decides instead.
class SectionBounds {
 public:
  explicit SectionBounds(std::span<const Symbol> symbols);

  SectionClass classify(const Symbol& symbol) const;
  // Where the section starts; 0 if the map does not say. Addresses less this are comparable between
  // two kernels. x86-64 links per-CPU data at 0 up to Linux 6.14 and at a kernel address since.
  uint64_t start(SectionClass section) const;
  // True if the map names __per_cpu_start.
  bool knows_percpu() const { return percpu_.known; }

  struct Range {
    uint64_t begin = 0;
    uint64_t end = 0;
    bool known = false;
    bool holds(uint64_t address) const { return known && address >= begin && address < end; }
  };

 private:
  Range text_, rodata_, data_, bss_, percpu_, init_;
};

// Symbols that the linker script or the build sets to mark a place (_stext, __start_rodata, __pfx_*
// padding, ...): they hold nothing themselves.
bool is_marker(std::string_view name);

}  // namespace lodestone::explain
