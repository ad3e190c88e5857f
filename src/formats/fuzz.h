// SPDX-License-Identifier: GPL-2.0-or-later
// What the fuzzer of each reader checks: any bytes give a reading or an error, and a reading keeps
// its promises.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "formats/read.h"

namespace lodestone {

inline void check_reading(const Reading& reading) {
  const auto finite = [](const std::optional<double>& value) {
    return !value || std::isfinite(*value);
  };
  for (const ReadingTable& table : reading.tables) {
    if (table.rows.empty() || table.format.empty()) std::abort();
    if (table.repeat_of && *table.repeat_of >= reading.tables.size()) std::abort();
    for (const ReadingRow& row : table.rows)
      if (!finite(row.value) || !finite(row.spread_percent) || !finite(row.index) ||
          !finite(row.baseline))
        std::abort();
  }
  for (const ReadingPair& pair : reading.pairs)
    if (pair.base >= reading.tables.size() || pair.new_ >= reading.tables.size() ||
        pair.base == pair.new_)
      std::abort();
}

inline int fuzz_reader(const char* format, const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const char* from : {"", format})
    if (auto reading = read_results_text(bytes, {from})) check_reading(*reading);
  return 0;
}

}  // namespace lodestone
