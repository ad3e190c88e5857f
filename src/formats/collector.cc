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

ReadingRow& Collector::add(size_t table, std::string_view title, std::string_view unit,
                           std::optional<double> value) {
  ReadingRow row;
  row.metric = look_up_metric(reading_.tables[table].format, title, unit);
  row.value = value;
  reading_.tables[table].rows.push_back(std::move(row));
  return reading_.tables[table].rows.back();
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
