// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/reading_text.h"

#include <fmt/format.h>

#include "base/plural.h"
#include "base/text.h"

namespace lodestone {
namespace {

std::string cut(const std::string& text, size_t width) {
  if (display_width(text) <= width) return text;
  std::string out;
  for (char c : text) {
    if (out.size() >= width - 2 && (static_cast<unsigned char>(c) & 0xc0) != 0x80) break;
    out += c;
  }
  return out + "..";
}

std::string pad(const std::string& text, size_t width) {
  const size_t have = display_width(text);
  return have >= width ? text : text + std::string(width - have, ' ');
}

std::string row_text(const ReadingRow& row) {
  std::string line = "    " + pad(cut(row.metric.title.view(), 48), 50);
  const std::string value = row.value ? shortest(*row.value) : "no value";
  line += std::string(value.size() < 16 ? 16 - value.size() : 0, ' ') + value + ' ' +
          pad(cut(row.metric.unit.view(), 10), 10);
  if (row.spread_percent) line += fmt::format(" ±{}%", human(*row.spread_percent, 3));
  if (row.n) line += fmt::format(" n={}", *row.n);
  while (line.back() == ' ') line.pop_back();
  return line + '\n';
}

std::string name_of(const Reading& reading, size_t index) {
  const ReadingTable& table = reading.tables[index];
  std::string name = fmt::format("[{}]", index + 1);
  if (!table.label.empty()) name += ' ' + cut(table.label, 40);
  return name;
}

}  // namespace

std::string reading_text(const Reading& reading, size_t most_rows) {
  std::string out;
  for (size_t i = 0; i < reading.tables.size(); ++i) {
    const ReadingTable& table = reading.tables[i];
    out += fmt::format("[{}] {}", i + 1, table.format);
    if (!table.label.empty()) out += ": " + cut(table.label, 70);
    if (table.copies)
      out += fmt::format(", {} {}", *table.copies, *table.copies == 1 ? "copy" : "copies");
    out += '\n';
    if (table.repeat_of) {
      out += fmt::format("    repeats [{}]\n", *table.repeat_of + 1);
      continue;
    }
    for (const auto& [name, value] : table.context.facts)
      out += cut(fmt::format("    {}: {}", name, value), 98) + '\n';
    size_t shown = 0;
    for (const ReadingRow& row : table.rows) {
      if (most_rows && shown == most_rows) {
        out += fmt::format("    ... {} (--all shows them)\n",
                           counted(static_cast<long long>(table.rows.size() - shown), "more row"));
        break;
      }
      out += row_text(row);
      ++shown;
    }
  }
  if (!reading.pairs.empty()) out += "\nCompares:\n";
  for (const ReadingPair& pair : reading.pairs)
    out += fmt::format("    {} -> {}\n", name_of(reading, pair.base), name_of(reading, pair.new_));
  if (!reading.findings.empty()) out += "\nFindings:\n";
  for (const Finding& finding : reading.findings)
    out += fmt::format("    {}: {}\n", finding.code, finding.text);
  return out;
}

}  // namespace lodestone
