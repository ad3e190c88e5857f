// SPDX-License-Identifier: GPL-2.0-or-later
// One of the two kernels: whatever of its symbols, code, types and settings could be had.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "explain/entity.h"
#include "explain/excerpts.h"
#include "model/context.h"
#include "model/finding.h"
#include "sys/btf.h"
#include "sys/kernel_image.h"
#include "sys/symbol_map.h"

namespace lodestone::explain {

struct Side {
  std::string label;    // the path as given, or an excerpt's heading
  std::string kind;     // "System.map", "excerpt", "ELF", "bzImage", "run", ...
  uint64_t digest = 0;  // of the file's bytes: equal digests are equal files
  std::shared_ptr<const KernelImage> image;  // null where only symbols are at hand
  std::shared_ptr<const TypeTable> types;    // from BTF or DWARF; null without
  SymbolMap symbols;
  Entities entities;  // views into `symbols`
  bool excerpt = false;
  std::vector<std::string> annotated;  // symbols that the document points at
  std::string architecture;            // "x86_64", "arm64", ...; empty: unknown
  std::string banner, release, build_id;
  std::map<std::string, std::string> config;  // empty: unknown
  Context context;  // of a stored run: kernel, command_line, compiler, machine, ...
  std::vector<Finding> findings;

  bool has_symbols() const { return !symbols.empty(); }
};

// Fills `entities` from `symbols`, and what the symbols tell of the architecture.
void finish_symbols(Side& side, bool exact_sizes);

Side side_from_excerpt(const Excerpt& excerpt);
// Text of a System.map or /proc/kallsyms. Errors: those of symbols_from_text.
Result<Side> side_from_symbol_text(std::string_view text, std::string label);

}  // namespace lodestone::explain
