// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/collector.h"

#include <algorithm>
#include <utility>

#include "formats/pairing.h"
#include "formats/review.h"
#include "model/dictionary.h"

namespace lodestone {

size_t Collector::open(std::string_view format) {
  return open(format, surroundings.label());
}

size_t Collector::open(std::string_view format, std::string label) {
  ReadingTable table;
  table.format = std::string(format);
  // The next of many tables of one kind has as many rows, as a rule.
  if (!reading_.tables.empty() && reading_.tables.back().format == format)
    table.rows.reserve(std::min<size_t>(reading_.tables.back().rows.size(), 64));
  table.label = std::move(label);
  table.copies = surroundings.copies();
  table.context = surroundings.context();
  TableOrigin origin;
  origin.line = line;
  origin.section = surroundings.section();
  reading_.tables.push_back(std::move(table));
  origins_.push_back(std::move(origin));
  return reading_.tables.size() - 1;
}

// Growing by doubling would write three times the memory that the rows of a long text need. Room
// that is not used costs nothing.
void Collector::make_room(std::vector<ReadingRow>& rows) const {
  constexpr size_t many = 4096, most = size_t{1} << 24;
  if (rows.size() < many || bytes_read == 0 || bytes_in_all <= bytes_read) return;
  const double left = static_cast<double>(bytes_in_all) / static_cast<double>(bytes_read);
  rows.reserve(std::min(most, static_cast<size_t>(1.05 * left * static_cast<double>(rows.size()))));
}

ReadingRow& Collector::add(size_t table, Name title, Name unit, Maybe<double> value) {
  ReadingTable& to = reading_.tables[table];
  if (to.format != known_format_) {
    known_ = {};
    known_format_ = to.format;
  }
  Known& known = known_[std::hash<Name>()(title) % known_.size()];
  if (known.title != title || known.unit != unit || title.empty())
    known = {title, unit, look_up_metric(to.format, title, unit)};
  if (to.rows.size() == to.rows.capacity()) make_room(to.rows);
  ReadingRow& row = to.rows.emplace_back();
  row.metric = known.metric;
  row.value = value;
  return row;
}

void Collector::pair(size_t base, size_t new_, std::string why) {
  if (base == new_) return;
  for (const ReadingPair& known : reading_.pairs)
    if (known.base == base && known.new_ == new_) return;
  origins_[base].paired = origins_[new_].paired = true;
  reading_.pairs.push_back({base, new_, std::move(why)});
}

void Collector::under_heading(size_t first, const std::string& heading) {
  std::erase_if(reading_.pairs, [&](const ReadingPair& pair) { return pair.base >= first; });
  const bool several = reading_.tables.size() - first > 1;
  for (size_t i = first; i < reading_.tables.size(); ++i) {
    ReadingTable& table = reading_.tables[i];
    if (several && !table.label.empty()) table.context.set("test", table.label);
    table.label = heading;
    origins_[i].paired = false;
  }
}

void Collector::find(std::string code, std::string text, std::string reason, std::string remedy) {
  // A text with thousands of odd rows does not need thousands of remarks of one kind.
  constexpr size_t most = 200;
  if (reading_.findings.size() >= most) return;
  add_finding(reading_.findings,
              {std::move(code), std::move(text), std::move(reason), std::move(remedy)});
}

Reading Collector::finish() {
  drop_empty_tables(reading_, origins_);
  mark_repeats(reading_, origins_);
  pair_by_labels(reading_, origins_);
  review(reading_, origins_);
  origins_.clear();
  return std::exchange(reading_, Reading());
}

}  // namespace lodestone
