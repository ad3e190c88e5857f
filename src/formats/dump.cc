// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/dump.h"

#include <fmt/format.h>

#include "base/text.h"

namespace lodestone {
namespace {

std::string shown(const std::optional<double>& value) {
  return value ? shortest(*value) : "-";
}

}  // namespace

std::string dump(const Reading& reading) {
  std::string out;
  for (size_t i = 0; i < reading.tables.size(); ++i) {
    const ReadingTable& table = reading.tables[i];
    out += fmt::format("table {} {} \"{}\" copies {}", i, table.format, table.label,
                       table.copies ? std::to_string(*table.copies) : "-");
    if (table.repeat_of) out += fmt::format(" repeats {}", *table.repeat_of);
    out += '\n';
    for (const auto& [name, value] : table.context.facts)
      out += fmt::format("  context {}: {}\n", name, value);
    for (const ReadingRow& row : table.rows) {
      out += fmt::format("  {} | {} | {} {}", row.metric.title, row.metric.id, shown(row.value),
                         row.metric.unit);
      if (row.spread_percent)
        out +=
            fmt::format(" | spread {} {}", shortest(*row.spread_percent), name_of(row.spread_kind));
      if (row.n) out += fmt::format(" | n {}", *row.n);
      if (!row.samples.empty()) {
        out += " | samples";
        for (double sample : row.samples) out += ' ' + shortest(sample);
      }
      if (row.baseline || row.index)
        out += fmt::format(" | baseline {} index {}", shown(row.baseline), shown(row.index));
      if (row.printed_change_percent) out += " | change " + shortest(*row.printed_change_percent);
      out += '\n';
    }
  }
  for (const ReadingPair& pair : reading.pairs)
    out += fmt::format("pair {} -> {}\n", pair.base, pair.new_);
  for (const Finding& finding : reading.findings)
    out += fmt::format("finding {}: {}\n", finding.code, finding.text);
  return out;
}

}  // namespace lodestone
