// SPDX-License-Identifier: GPL-2.0-or-later
// One row of an LKP comparison table, by its fields rather than by columns, since mails squeeze
// blanks: mean, spread and change follow one another in a fixed order, and each can be told from
// its look. Layouts: lkp-tests' ncompare and compare.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/numeral.h"

namespace lodestone {

struct LkpCell {
  std::optional<Numeral> value;
  std::optional<double> spread_percent;
  std::optional<long long>
      runs;  // failure rows: value is the number of failures among so many runs
  bool failures = false;
  std::optional<double> rounding;  // of "1.234e+09"
};

struct LkpChange {
  std::optional<Numeral> value;  // absent: blank, or not finite ("+Inf%")
  bool percent = false;          // otherwise a difference
  bool present = false;
  std::string_view text;
};

// Its texts are views of the tokens.
struct LkpRow {
  std::vector<LkpCell> cells;
  std::vector<LkpChange> changes;  // changes[k] stands before cells[k + 1]
  std::string_view
      name;  // empty: the line ended before it ("TOTAL" alone counts as empty, see prefix)
  std::string_view prefix;  // "TOTAL" or "GEO-MEAN"
  size_t tokens = 0;        // how many fields were used
};

// Reads from tokens[first]; nothing if that is no row. A row without a name may go on in the next
// line.
std::optional<LkpRow> parse_lkp_row(const std::vector<std::string_view>& tokens, size_t first);

}  // namespace lodestone
