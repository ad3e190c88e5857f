// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/one_content.h"

#include <optional>
#include <utility>
#include <vector>

namespace lodestone::explain {
namespace {

// Sections of x that are loaded with content, found in y byte by byte. The number of them, or
// nothing where one differs.
std::optional<size_t> found_in(const KernelImage& x, const KernelImage& y) {
  size_t found = 0;
  for (const KernelImage::Section& section : x.sections) {
    // Not loaded, or per-CPU data, which x86-64 links at 0.
    if (!section.has_content || section.address < 0x1000000 || section.size == 0) continue;
    const std::string_view here = std::string_view(x.content).substr(section.offset, section.size);
    if (y.bytes_at(section.address).substr(0, section.size) != here) return std::nullopt;
    found += section.executable;
  }
  return found;
}

bool in_sections(const KernelImage& image) {
  return image.sections.size() > 1;  // an arm64 Image is one piece
}

// Exact sizes first, then the number of symbols.
bool knows_more(const Side& x, const Side& y) {
  if (x.entities.exact_sizes != y.entities.exact_sizes) return x.entities.exact_sizes;
  return x.entities.count > y.entities.count;
}

}  // namespace

bool same_content(const KernelImage& base, const KernelImage& next) {
  if (base.architecture != next.architecture) return false;
  if (!in_sections(base) && !in_sections(next)) return base.content == next.content;
  size_t found = 0;
  for (const auto& [x, y] : {std::pair(&base, &next), std::pair(&next, &base)}) {
    if (!in_sections(*x)) continue;
    const std::optional<size_t> executable = found_in(*x, *y);
    if (!executable) return false;
    found += *executable;
  }
  return found > 0;
}

void share_knowledge(Side& base, Side& next) {
  Side& richer = knows_more(base, next) ? base : next;
  Side& poorer = &richer == &base ? next : base;
  const auto symbols = richer.symbols.symbols();
  poorer.symbols = SymbolMap(std::vector<Symbol>(symbols.begin(), symbols.end()));
  finish_symbols(poorer, richer.entities.exact_sizes);
  if (richer.types || poorer.types)
    richer.types = poorer.types = richer.types ? richer.types : poorer.types;
  if (richer.config.empty()) richer.config = poorer.config;
  if (poorer.config.empty()) poorer.config = richer.config;
}

}  // namespace lodestone::explain
