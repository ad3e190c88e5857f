// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/pairing.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <unordered_map>

#include "base/text.h"
#include "formats/role.h"
#include "formats/rows_by_title.h"

namespace lodestone {
namespace {

// Digit for digit: 0 is not -0.
uint64_t digits_of(const Maybe<double>& number) {
  return std::bit_cast<uint64_t>(number);
}

uint64_t mixed(uint64_t sum, uint64_t with) {
  sum = (sum ^ with) * 0x9e3779b97f4a7c15u;
  return sum ^ sum >> 29;
}

// The same for tables that agree, and hardly ever for others.
uint64_t fingerprint(const ReadingTable& table) {
  uint64_t sum = std::hash<std::string>()(table.format);
  for (const ReadingRow& row : table.rows) {
    sum = mixed(sum, std::hash<Name>()(row.metric.title));
    for (const Maybe<double>& number : {row.value, row.spread_percent, row.index})
      sum = mixed(sum, digits_of(number));
  }
  return sum;
}

bool agree(const ReadingTable& a, const ReadingTable& b) {
  return a.format == b.format &&
         std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(),
                    [](const ReadingRow& x, const ReadingRow& y) {
                      return x.metric.title == y.metric.title &&
                             digits_of(x.value) == digits_of(y.value) &&
                             digits_of(x.spread_percent) == digits_of(y.spread_percent) &&
                             digits_of(x.index) == digits_of(y.index);
                    });
}

// For each table whether another one has the same number.
std::vector<bool> shared(const std::vector<uint64_t>& numbers) {
  std::vector<uint64_t> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  std::vector<bool> found(numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), numbers[i]);
    found[i] = last - first > 1;
  }
  return found;
}

std::string plain(std::string_view label) {
  std::string out;
  for (char c : to_lower(label))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80)
      out += c;
  return out;
}

bool share_a_row(const ReadingTable& a, const ReadingTable& b) {
  const RowsByTitle titles(a.rows);
  return std::any_of(b.rows.begin(), b.rows.end(), [&](const ReadingRow& row) {
    return titles.find(row.metric.title) != nullptr;
  });
}

// Every row of `part` stands in `whole` with the same values, and `whole` has more.
bool is_part_of(const ReadingTable& part, const ReadingTable& whole) {
  if (part.rows.size() >= whole.rows.size()) return false;
  const RowsByTitle rows(whole.rows);
  return std::all_of(part.rows.begin(), part.rows.end(), [&](const ReadingRow& row) {
    const ReadingRow* found = rows.find(row.metric.title);
    return found && found->value == row.value && row.value &&
           found->spread_percent == row.spread_percent;
  });
}

bool same_machine(const Context& a, const Context& b) {
  for (const char* fact : {"cpu_model", "cpus", "machine"}) {
    const auto x = a.get(fact), y = b.get(fact);
    if (x && y && *x != *y) return false;
  }
  return true;
}

struct TableGroup {
  std::vector<size_t> tables;
};

// Runs under one label, in order: a label may come back ("Before, After, Before, After"), which
// starts a new series.
struct Series {
  std::string label;
  Role role = Role::none;
  std::vector<size_t> tables;
};

void pair_series(Reading& reading, const Series& base, const Series& changed) {
  const size_t count = std::min(base.tables.size(), changed.tables.size());
  for (size_t i = 0; i < count; ++i) {
    const size_t a = base.tables[i], b = changed.tables[i];
    if (share_a_row(reading.tables[a], reading.tables[b]))
      reading.pairs.push_back(
          {a, b, fmt::format("\"{}\" against \"{}\"", changed.label, base.label)});
  }
}

// Gives roles to labels without telling words by what stands beside them.
void settle_roles(std::vector<Series>& series) {
  std::vector<size_t> open;
  bool base = false, changed = false;
  for (size_t i = 0; i < series.size(); ++i) {
    base = base || series[i].role == Role::base;
    changed = changed || series[i].role == Role::changed;
    if (series[i].role == Role::none) open.push_back(i);
  }
  if (open.empty() || series.size() < 2) return;
  if (series.size() == 2) {
    for (size_t i : open) {
      const Role other = series[1 - i].role;
      if (other == Role::base && !series[i].label.empty()) series[i].role = Role::changed;
      if (other == Role::changed && !series[i].label.empty()) series[i].role = Role::base;
    }
    if (series[0].role == Role::none && series[1].role == Role::none) {
      series[0].role = role_against(series[0].label, series[1].label);
      if (series[0].role != Role::none)
        series[1].role = series[0].role == Role::base ? Role::changed : Role::base;
    }
    return;
  }
  // Several: one that all others extend ("v6.1", "v6.1 + a", "v6.1 + b") is their base.
  if (!base && !changed)
    for (size_t i = 0; i < series.size(); ++i) {
      bool all = true;
      for (size_t k = 0; k < series.size(); ++k)
        all = all && (k == i || role_against(series[i].label, series[k].label) == Role::base);
      if (!all) continue;
      for (size_t k = 0; k < series.size(); ++k)
        series[k].role = k == i ? Role::base : Role::changed;
      return;
    }
  // Or one version above all others: the newest against the one named before it.
  if (!base && !changed)
    for (size_t i = 1; i < series.size(); ++i) {
      bool highest = true;
      for (size_t k = 0; k < series.size(); ++k)
        highest =
            highest && (k == i || role_against(series[i].label, series[k].label) == Role::changed);
      if (!highest) continue;
      series[i].role = Role::changed;
      series[i - 1].role = Role::base;
      return;
    }
}

bool pair_group(Reading& reading, const TableGroup& group) {
  std::vector<Series> series;
  for (size_t index : group.tables) {
    const ReadingTable& table = reading.tables[index];
    if (!series.empty() && plain(series.back().label) == plain(table.label))
      series.back().tables.push_back(index);
    else
      series.push_back({table.label, role_of(table.label), {index}});
  }
  if (series.size() < 2) return true;
  // What stands beside such a label tells nothing either.
  for (const Series& one : series)
    if (one.role == Role::none && undoes_a_change(one.label)) return false;
  settle_roles(series);
  const size_t before = reading.pairs.size();
  // "After" first and then "Before": the text is turned round throughout.
  const bool turned = series.front().role == Role::changed;
  const Series* held = nullptr;
  for (const Series& one : series) {
    if (one.role == Role::none) continue;
    const bool leads = one.role == (turned ? Role::changed : Role::base);
    if (leads)
      held = &one;
    else if (held)
      turned ? pair_series(reading, one, *held) : pair_series(reading, *held, one);
  }
  return reading.pairs.size() > before;
}

}  // namespace

void drop_empty_tables(Reading& reading, std::vector<TableOrigin>& origins) {
  std::vector<size_t> moved(reading.tables.size());
  size_t kept = 0;
  for (size_t i = 0; i < reading.tables.size(); ++i) {
    moved[i] = kept;
    if (reading.tables[i].rows.empty()) {
      moved[i] = SIZE_MAX;
      continue;
    }
    if (kept != i) {
      reading.tables[kept] = std::move(reading.tables[i]);
      origins[kept] = std::move(origins[i]);
    }
    ++kept;
  }
  if (kept == reading.tables.size()) return;
  reading.tables.resize(kept);
  origins.resize(kept);
  std::erase_if(reading.pairs, [&](const ReadingPair& pair) {
    return moved[pair.base] == SIZE_MAX || moved[pair.new_] == SIZE_MAX;
  });
  for (ReadingPair& pair : reading.pairs)
    pair.base = moved[pair.base], pair.new_ = moved[pair.new_];
}

void mark_repeats(Reading& reading, const std::vector<TableOrigin>& origins) {
  std::unordered_map<uint64_t, std::vector<size_t>> seen, by_label;
  // Nearly all tables of a long text are like no other: only the rest is looked at closely.
  std::vector<uint64_t> prints, names;
  for (const ReadingTable& table : reading.tables) {
    prints.push_back(fingerprint(table));
    names.push_back(mixed(std::hash<std::string>()(table.format),
                          std::hash<std::string>()(plain(table.label))));
  }
  const std::vector<bool> print_shared = shared(prints), name_shared = shared(names);
  size_t repeats = 0;
  std::string kernels;
  for (size_t i = 0; i < reading.tables.size(); ++i) {
    ReadingTable& table = reading.tables[i];
    if (!print_shared[i] && !name_shared[i]) continue;
    const std::string label = plain(table.label);
    const auto of_that_name = [&](const ReadingTable& other) {
      return other.format == table.format && plain(other.label) == label;
    };
    auto& earlier = seen[prints[i]];
    const auto same = std::find_if(earlier.begin(), earlier.end(), [&](size_t k) {
      const ReadingTable& other = reading.tables[k];
      return of_that_name(other) && agree(other, table) && origins[k].line != origins[i].line &&
             (!other.copies || !table.copies || other.copies == table.copies);
    });
    std::optional<size_t> source;
    if (same != earlier.end()) source = *same;
    // A reply may quote only some of the rows.
    auto& named = by_label[names[i]];
    if (!source && !label.empty())
      for (size_t k = 0; k < named.size() && k < 50 && !source; ++k)
        if (origins[named[k]].section != origins[i].section || table.format == "lkp")
          if (of_that_name(reading.tables[named[k]]) && is_part_of(table, reading.tables[named[k]]))
            source = named[k];
    if (!source) {
      earlier.push_back(i);
      named.push_back(i);
      continue;
    }
    table.repeat_of = *source;
    ++repeats;
    const auto a = reading.tables[*source].context.get("kernel"), b = table.context.get("kernel");
    if (a && b && *a != *b && kernels.empty())
      kernels = fmt::format("the kernel is given as {} first and as {} later", *a, *b);
  }
  if (repeats == 0) return;
  // A comparison with a repeated side is one with the first copy; said twice it is the same
  // comparison.
  std::vector<ReadingPair> kept;
  for (ReadingPair pair : reading.pairs) {
    pair.base = reading.tables[pair.base].repeat_of.value_or(pair.base);
    pair.new_ = reading.tables[pair.new_].repeat_of.value_or(pair.new_);
    const bool known = std::any_of(kept.begin(), kept.end(), [&](const ReadingPair& other) {
      return other.base == pair.base && other.new_ == pair.new_;
    });
    if (!known && pair.base != pair.new_) kept.push_back(std::move(pair));
  }
  reading.pairs = std::move(kept);
  add_finding(reading.findings,
              {"F201 repeated-table",
               fmt::format("{} of {} tables repeat an earlier one digit for digit{}", repeats,
                           reading.tables.size(), kernels.empty() ? "" : " although " + kernels),
               kernels.empty() ? "a quotation is not a second measurement"
                               : "two measurements never agree in every digit: one text was copied",
               "each counts once"});
}

void pair_by_labels(Reading& reading, const std::vector<TableOrigin>& origins) {
  std::map<std::string, TableGroup> groups;
  std::vector<std::string> order;
  for (size_t i = 0; i < reading.tables.size(); ++i) {
    const ReadingTable& table = reading.tables[i];
    if (table.repeat_of || origins[i].paired || !origins[i].comparable) continue;
    std::string key =
        fmt::format("{}\t{}\t{}\t", table.format, origins[i].section, table.copies.value_or(-1));
    for (const char* fact : {"test", "cpu_model"})
      key += table.context.get(fact).value_or("") + '\t';
    if (!groups.count(key)) order.push_back(key);
    groups[key].tables.push_back(i);
  }
  bool unclear = false;
  for (const std::string& key : order) {
    const TableGroup& group = groups[key];
    if (group.tables.size() >= 2 && !pair_group(reading, group)) unclear = true;
  }
  // Sections that hold one side each (two mails, two headings of the same rank).
  if (reading.pairs.empty()) {
    std::map<std::string, TableGroup> across;
    for (size_t i = 0; i < reading.tables.size(); ++i) {
      const ReadingTable& table = reading.tables[i];
      if (!table.repeat_of && !origins[i].paired && origins[i].comparable)
        across[fmt::format("{}\t{}\t{}", table.format, table.copies.value_or(-1),
                           table.context.get("test").value_or(""))]
            .tables.push_back(i);
    }
    for (const auto& [key, group] : across) {
      if (group.tables.size() != 2) continue;
      const ReadingTable& a = reading.tables[group.tables[0]];
      const ReadingTable& b = reading.tables[group.tables[1]];
      const Role x = role_of(a.label), y = role_of(b.label);
      if (x == Role::none || y == Role::none || x == y || !same_machine(a.context, b.context))
        continue;
      if (pair_group(reading, group)) unclear = false;
    }
  }
  std::sort(reading.pairs.begin(), reading.pairs.end(),
            [](const ReadingPair& a, const ReadingPair& b) {
              return std::pair(a.base, a.new_) < std::pair(b.base, b.new_);
            });
  if (unclear && reading.pairs.empty())
    add_finding(
        reading.findings,
        {"F202 pairing-unclear",
         "several tables hold the same metrics, and no heading says which is the base",
         "a guess could turn the answer round", "name the sides: --base TABLE --new TABLE"});
}

}  // namespace lodestone
