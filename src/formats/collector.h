// SPDX-License-Identifier: GPL-2.0-or-later
// Where readers put what they understood: tables in the order of the text, pairs that a table
// itself sets up, findings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/surroundings.h"
#include "model/reading.h"

namespace lodestone {

// Where a table stood; the pairing and the findings need it.
struct TableOrigin {
  uint64_t line = 0;
  int section = 0;
  bool paired =
      false;  // its own columns said what compares with what: the labels are not asked again
  bool comparable = true;  // false: one of several intervals or benchmarks, never a side of a pair
  bool complete = true;    // false: the text ended inside
  std::string machine;     // "1. Machine configuration" and the like
};

class Collector {
 public:
  Surroundings surroundings;
  uint64_t line = 0;  // of the text, kept by the driver

  // A new table with label, copies and context from the surroundings.
  size_t open(std::string_view format);
  // The same with a label of the table's own (a commit, a column heading).
  size_t open(std::string_view format, std::string label);
  ReadingTable& table(size_t index) { return reading_.tables[index]; }
  TableOrigin& origin(size_t index) { return origins_[index]; }
  size_t tables() const { return reading_.tables.size(); }
  // Adds a row; the dictionary gives id, unit, direction and kind. The reference is valid until the
  // next add.
  ReadingRow& add(size_t table, std::string_view title, std::string_view unit,
                  std::optional<double> value);
  void pair(size_t base, size_t new_, std::string why);
  // The tables from `first` on stand below one heading that tells their side: it names them, and
  // what they set up among themselves is no comparison.
  void under_heading(size_t first, const std::string& heading);
  void find(std::string code, std::string text, std::string reason = {}, std::string remedy = {});

  // Checks, repeats and pairs by label; leaves the collector empty.
  Reading finish();

 private:
  Reading reading_;
  std::vector<TableOrigin> origins_;
};

}  // namespace lodestone
