// SPDX-License-Identifier: GPL-2.0-or-later
// What was worked out from two sides, before any rule judges it. Rules read this and nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explain/build_settings.h"
#include "explain/code/code_difference.h"
#include "explain/data_values.h"
#include "explain/displacement.h"
#include "explain/exact_counts.h"
#include "explain/heat.h"
#include "explain/hot_paths.h"
#include "explain/lines.h"
#include "explain/matching.h"
#include "explain/side.h"
#include "explain/struct_difference.h"
#include "explain/vdso.h"

namespace lodestone::explain {

// A number that both sides have: a counter, a rate. `change_percent` is that of the value.
struct Quantity {
  std::string name;  // metric id, or as printed: "instructions", "unixbench/pipe.rate"
  double base = 0, next = 0;
};

// What the asked document says besides symbols and numbers.
struct Document {
  std::string text;  // whole; rules look for what they know
  bool given = false;
};

struct Request {
  std::string workload;              // "unixbench/syscall"; empty: not said
  std::vector<std::string> symbols;  // --symbol: what to look at besides what is known to be hot
  std::optional<uint32_t> granule;   // bytes that disturb each other on this machine
  bool granule_measured = false;     // by `lab granule`, not only assumed
  Heat heat;
  std::vector<CountedWorkload> counts;  // of an exact comparison of these two kernels
  std::vector<Quantity> quantities;
  std::string headline;  // the faster/slower sentence, if numbers were compared
  Document document;
  // For the commands that are suggested: the sides as given, and their bootable images (empty: not
  // known).
  std::string base_argument, new_argument;
  std::string base_image, new_image;
};

// A datum worth a look, and why.
struct Focus {
  SectionClass section = SectionClass::other;
  uint32_t pair = 0;
  double weight = 0;  // 0 to 1
  std::string why;
  std::vector<LineRelation> relations;  // at 32, 64, 128 and the granule
  int32_t mover = -1;                   // boundary index in its section's displacements

  bool changed_at(uint32_t line) const;
};

// Sizes of functions, where no bytes are at hand.
struct TextSizes {
  size_t pairs = 0, changed = 0, moved = 0, moved_mod64 = 0, added = 0, removed = 0;
  std::vector<uint32_t> changed_pairs;  // the first of them
  bool same() const { return changed == 0 && added == 0 && removed == 0; }
};

struct Settings {
  std::vector<Setting> config, command_line;
  std::vector<Setting> compiler;  // at most one
  std::vector<Setting> facts;     // of the contexts of stored runs
};

struct Analysis {
  Side base, next;
  Request request;
  bool has_symbols = false;  // both sides have some, of one architecture
  Matching matching;
  std::vector<Displacements> displacements;  // one for each section class
  TextSizes text_sizes;
  std::vector<Focus> focus;  // heaviest first
  CodeDifference code;
  StructDifference structs;
  Settings settings;
  // Indices into code.changed: the hottest first, then those known to be hot, then the rest.
  std::vector<uint32_t> changed_by_interest;
  DataValues values;
  // The files differ, but every loaded byte is the same: one kernel in two forms.
  bool one_content = false;
  VdsoDifference vdso;

  // How hot a function is. With a profile: its share. Without: 0, and `known_hot` may help.
  double heat_of(std::string_view function) const { return request.heat.of(function); }
  HotBy hot_by(std::string_view function) const { return known_hot(function, request.workload); }
  const Displacements& in(SectionClass section) const {
    return displacements[static_cast<size_t>(section)];
  }
};

// Errors: not_comparable when the sides are of different architectures.
Result<Analysis> analyse(Side base, Side next, Request request);

}  // namespace lodestone::explain
