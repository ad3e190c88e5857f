// SPDX-License-Identifier: GPL-2.0-or-later
// Where readers put what they understood: tables in the order of the text, pairs that a table
// itself sets up, findings.
#pragma once

#include <array>
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
  // How far the text is read, kept by the driver where it knows; 0: not known.
  uint64_t bytes_read = 0, bytes_in_all = 0;

  // A new table with label, copies and context from the surroundings.
  size_t open(std::string_view format);
  // The same with a label of the table's own (a commit, a column heading).
  size_t open(std::string_view format, std::string label);
  ReadingTable& table(size_t index) { return reading_.tables[index]; }
  TableOrigin& origin(size_t index) { return origins_[index]; }
  size_t tables() const { return reading_.tables.size(); }
  // Adds a row; the dictionary gives id, unit, direction and kind. The reference is valid until the
  // next add.
  ReadingRow& add(size_t table, Name title, Name unit, Maybe<double> value);
  void pair(size_t base, size_t new_, std::string why);
  // The tables from `first` on stand below one heading that tells their side: it names them, and
  // what they set up among themselves is no comparison.
  void under_heading(size_t first, const std::string& heading);
  void find(std::string code, std::string text, std::string reason = {}, std::string remedy = {});

  // Checks, repeats and pairs by label; leaves the collector empty.
  Reading finish();

 private:
  // What was looked up last under some titles: tables repeat one another's.
  struct Known {
    Name title, unit;
    Metric metric;
  };

  void make_room(std::vector<ReadingRow>& rows) const;

  Reading reading_;
  std::array<Known, 256> known_;
  std::string known_format_;  // of the tables that they are known for
  std::vector<TableOrigin> origins_;
};

}  // namespace lodestone
