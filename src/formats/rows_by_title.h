// SPDX-License-Identifier: GPL-2.0-or-later
// The rows of a table by their printed title; of several with one title the last counts. Four bytes
// a place, no nodes: tables may have hundreds of thousands of rows.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "model/reading.h"

namespace lodestone {

class RowsByTitle {
 public:
  enum class Which { all, with_value };

  // The rows must stay where they are.
  explicit RowsByTitle(const std::vector<ReadingRow>& rows, Which which = Which::all)
      : rows_(rows), places_(std::bit_ceil(2 * rows.size() + 1), none) {
    for (size_t i = 0; i < rows.size(); ++i)
      if (which == Which::all || rows[i].value)
        places_[place_of(rows[i].metric.title)] = static_cast<uint32_t>(i);
  }

  // Null if there is none.
  const ReadingRow* find(Name title) const {
    const uint32_t row = places_[place_of(title)];
    return row == none ? nullptr : &rows_[row];
  }

 private:
  static constexpr uint32_t none = ~uint32_t{0};

  size_t place_of(Name title) const {
    size_t place = std::hash<Name>()(title) & (places_.size() - 1);
    while (places_[place] != none && rows_[places_[place]].metric.title != title)
      place = (place + 1) & (places_.size() - 1);
    return place;
  }

  const std::vector<ReadingRow>& rows_;
  std::vector<uint32_t> places_;
};

}  // namespace lodestone
