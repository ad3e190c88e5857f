// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/section_class.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace lodestone::explain {

std::string_view name_of(SectionClass section) {
  switch (section) {
    case SectionClass::text:
      return "text";
    case SectionClass::rodata:
      return "rodata";
    case SectionClass::data:
      return "data";
    case SectionClass::bss:
      return "bss";
    case SectionClass::percpu:
      return "percpu";
    case SectionClass::init:
      return "init";
    case SectionClass::other:
      break;
  }
  return "other";
}

namespace {

// Sorted, for binary search.
constexpr std::array<std::string_view, 34> markers = {
    "__bss_start",
    "__bss_stop",
    "__brk_base",
    "__brk_limit",
    "__end_once",
    "__end_rodata",
    "__init_begin",
    "__init_end",
    "__nosave_begin",
    "__nosave_end",
    "__per_cpu_end",
    "__per_cpu_load",
    "__per_cpu_start",
    "__start_once",
    "__start_rodata",
    "_brk_end",
    "_data",
    "_edata",
    "_einittext",
    "_end",
    "_etext",
    "_sdata",
    "_sinittext",
    "_stext",
    "_text",
    "startup_64",
    "phys_startup_64",
    "text_size",
    "__end_of_kernel_reserve",
    "__init_per_cpu",
    "__entry_text_end",
    "__entry_text_start",
    "__irqentry_text_end",
    "__irqentry_text_start",
};

}  // namespace

bool is_marker(std::string_view name) {
  if (name.empty()) return true;
  // Only names that begin with an underscore, and startup's few, are set by the linker script.
  if (name[0] != '_' && name[0] != 's' && name[0] != 'p' && name[0] != 't') return false;
  if (name.starts_with("__pfx_") || name.starts_with("__start_") || name.starts_with("__stop_"))
    return true;
  // arm64: __idmap_text_end, __hyp_text_start and others.
  if (name.starts_with("__") && (name.ends_with("_text_end") || name.ends_with("_text_start")))
    return true;
  return std::find(markers.begin(), markers.end(), name) != markers.end();
}

SectionBounds::SectionBounds(std::span<const Symbol> symbols) {
  // Kernels without CONFIG_KALLSYMS_ALL name the bounds of their boot code only.
  Range init_text;
  struct Wanted {
    std::string_view name;
    Range* range;
    bool begin;
  };
  const Wanted wanted[] = {
      {"_stext", &text_, true},           {"_text", &text_, true},
      {"_etext", &text_, false},          {"__start_rodata", &rodata_, true},
      {"__end_rodata", &rodata_, false},  {"_sdata", &data_, true},
      {"_edata", &data_, false},          {"__bss_start", &bss_, true},
      {"__bss_stop", &bss_, false},       {"__per_cpu_start", &percpu_, true},
      {"__per_cpu_end", &percpu_, false}, {"__init_begin", &init_, true},
      {"__init_end", &init_, false},      {"_sinittext", &init_text, true},
      {"_einittext", &init_text, false},
  };
  std::unordered_map<const Range*, int> seen;
  for (const Symbol& symbol : symbols) {
    if (symbol.name.size() < 5 || symbol.name[0] != '_' || !symbol.module.empty()) continue;
    for (const Wanted& w : wanted) {
      if (symbol.name != w.name) continue;
      (w.begin ? w.range->begin : w.range->end) = symbol.address;
      seen[w.range] |= w.begin ? 1 : 2;
    }
  }
  for (Range* range : {&text_, &rodata_, &data_, &bss_, &percpu_, &init_, &init_text})
    range->known = seen[range] == 3 && range->end > range->begin;
  if (!init_.known) init_ = init_text;
}

SectionClass SectionBounds::classify(const Symbol& symbol) const {
  if (percpu_.holds(symbol.address)) return SectionClass::percpu;
  if (init_.holds(symbol.address)) return SectionClass::init;
  if (text_.holds(symbol.address)) return SectionClass::text;
  if (rodata_.holds(symbol.address)) return SectionClass::rodata;
  if (data_.holds(symbol.address)) return SectionClass::data;
  if (bss_.holds(symbol.address)) return SectionClass::bss;
  switch (symbol.type) {
    case 't':
    case 'T':
      return SectionClass::text;
    case 'r':
    case 'R':
      return SectionClass::rodata;
    case 'd':
    case 'D':
      return SectionClass::data;
    case 'b':
    case 'B':
      return SectionClass::bss;
    default:
      return SectionClass::other;
  }
}

uint64_t SectionBounds::start(SectionClass section) const {
  const Range* ranges[] = {&text_, &rodata_, &data_, &bss_, &percpu_, &init_};
  const auto index = static_cast<size_t>(section);
  return index < std::size(ranges) && ranges[index]->known ? ranges[index]->begin : 0;
}

}  // namespace lodestone::explain
