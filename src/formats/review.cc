// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/review.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <map>
#include <tuple>

#include "base/text.h"
#include "formats/rows_by_title.h"
#include "formats/unixbench_titles.h"
#include "model/dictionary.h"

namespace lodestone {
namespace {

std::string name_of(const Reading& reading, size_t index) {
  const ReadingTable& table = reading.tables[index];
  std::string name = fmt::format("table {}", index + 1);  // as --base and --new count
  if (!table.label.empty()) name += fmt::format(" ({})", table.label);
  if (auto cpu = table.context.get("cpu_model")) name += ", " + *cpu;
  return name;
}

void find(Reading& reading, std::string code, std::string text, std::string reason = {},
          std::string remedy = {}) {
  if (reading.findings.size() < 400)
    add_finding(reading.findings,
                {std::move(code), std::move(text), std::move(reason), std::move(remedy)});
}

bool is_score(const ReadingRow& row) {
  const Name title = row.metric.title;
  return title.find("Index Score") != std::string::npos || title == "FINAL SCORE" ||
         title == "AVERAGE";
}

// INDEX = result / baseline * 10, within the rounding of the printed digits.
void check_index(Reading& reading, size_t index, const ReadingRow& row) {
  if (!row.value || !row.baseline || !row.index || *row.baseline <= 0) return;
  // Version 3, whose table ends with an AVERAGE, gave the bare ratio.
  const bool bare = !reading.tables[index].rows.empty() &&
                    reading.tables[index].rows.back().metric.title == "AVERAGE";
  const double scale = bare ? 1 : 10;
  const double expected = *row.value / *row.baseline * scale;
  const double slack = 0.0501 + 0.05 / *row.baseline * scale;
  if (std::fabs(expected - *row.index) > slack)
    find(reading, "F215 index-mismatch",
         fmt::format("{}: {}: INDEX printed {}, recomputed {} from RESULT {} and BASELINE {}",
                     name_of(reading, index), row.metric.title, shortest(*row.index),
                     fixed(expected, 1), shortest(*row.value), shortest(*row.baseline)),
         bare ? "INDEX is RESULT / BASELINE" : "INDEX is RESULT / BASELINE x 10",
         "one of the three numbers was mistyped or comes from another run");
}

// The score is the geometric mean of the indexes.
void check_unixbench(Reading& reading, size_t index, bool complete) {
  ReadingTable& table = reading.tables[index];
  double printed = 0, by_index = 0, by_result = 0, by_value = 0;
  size_t with_index = 0, with_result = 0, tests = 0;
  bool average = false;
  const ReadingRow* score_row = nullptr;
  for (const ReadingRow& row : table.rows) {
    if (is_score(row)) {
      printed = row.value.value_or(0);
      average = row.metric.title == "AVERAGE";
      score_row = &row;
      continue;
    }
    check_index(reading, index, row);
    if (!row.value || *row.value <= 0) continue;
    ++tests;
    by_value += std::log(*row.value);
    if (row.index && *row.index > 0) ++with_index, by_index += std::log(*row.index);
    if (const double base = unixbench_baseline(row.metric.title); base > 0)
      ++with_result, by_result += std::log(*row.value / base * 10);
  }
  if (!score_row || printed <= 0 || average || tests == 0) return;
  const auto near = [&](double score, double part) {
    return std::fabs(score - printed) <= part * printed + 0.06;
  };
  if (with_index > 0) {
    const double score = std::exp(by_index / static_cast<double>(with_index));
    if (near(score, 2e-4)) return;
    find(reading, "F216 score-mismatch",
         fmt::format("{}: index score printed {}, recomputed {} from {} rows",
                     name_of(reading, index), shortest(printed), fixed(score, 1), with_index),
         complete ? "the score is the geometric mean of the indexes"
                  : "the text begins or ends inside the table",
         "rows may be missing");
    return;
  }
  // Only one figure a row: results, or index numbers? The score tells.
  const double as_results =
      with_result ? std::exp(by_result / static_cast<double>(with_result)) : 0;
  const double as_indexes = tests ? std::exp(by_value / static_cast<double>(tests)) : 0;
  if (with_result && near(as_results, 1e-3)) {
    for (ReadingRow& row : table.rows)
      if (!is_score(row) && row.metric.unit.empty())
        row.metric.unit = look_up_metric(table.format, row.metric.title).unit;
    return;
  }
  if (tests && near(as_indexes, 2e-3)) {
    for (ReadingRow& row : table.rows)
      if (!is_score(row) && row.value) {
        row.index = row.value;
        if (const size_t at = row.metric.id.rfind(".rate"); at != std::string::npos)
          row.metric.id = row.metric.id.substr(0, at) + ".index";
        row.metric.unit.clear();
      }
    find(reading, "F217 index-numbers",
         fmt::format("{}: only index numbers are printed, no results", name_of(reading, index)));
    return;
  }
  find(reading, "F216 score-mismatch",
       fmt::format("{}: index score printed {} follows neither from the values as results ({}) nor "
                   "as indexes ({})",
                   name_of(reading, index), shortest(printed), fixed(as_results, 1),
                   fixed(as_indexes, 1)),
       "rows are missing, or other baselines were used");
}

void check_repetition(Reading& reading) {
  unsigned spread_kinds = 0;  // a bit each
  bool any = false, any_n = false, any_spread = false, single = false;
  size_t spread_alone = 0;
  for (const ReadingTable& table : reading.tables)
    for (const ReadingRow& row : table.rows) {
      if (!row.value) continue;
      any = true;
      any_n = any_n || (row.n && *row.n > 1) || row.samples.size() > 1;
      single = single || (row.n && *row.n == 1);
      any_spread = any_spread || row.spread_percent;
      spread_alone +=
          row.spread_percent && *row.spread_percent > 0 && !row.n && row.samples.empty();
      if (row.spread_percent) spread_kinds |= 1u << static_cast<unsigned>(row.spread_kind);
    }
  if (!any) return;
  if (spread_alone || (!any_n && any_spread))
    find(reading, "F218 run-count-missing",
         any_n ? fmt::format("a spread is printed, but the number of runs is not stated in {} rows",
                             spread_alone)
               : "a spread is printed, but the number of runs is not stated",
         "without it no interval follows from the spread", "ask for the run count");
  else if (!any_n && !any_spread)
    find(reading, "F219 single-values",
         single ? "one run a value, no spread"
                : "one value a row: the number of runs is not stated and no spread is printed",
         "a difference between two single values cannot be told from noise",
         "repeat each side, at the least three times");
  if (std::popcount(spread_kinds) > 1)
    find(reading, "F220 mixed-spreads",
         "standard deviations and standard errors stand side by side",
         "a standard error of n runs is sqrt(n) times smaller than a standard deviation",
         "compare like with like");
}

void check_values(Reading& reading) {
  size_t negative = 0;
  std::string first;
  for (const ReadingTable& table : reading.tables)
    for (const ReadingRow& row : table.rows)
      if (row.value && *row.value < 0 && row.metric.better == Better::higher &&
          row.metric.kind == Kind::rate) {
        if (!negative++) first = row.metric.title;
      }
  if (negative)
    find(reading, "F206 impossible-value",
         fmt::format("{} rates are below zero, the first is {}", negative, first));
}

// LKP prints the difference in points where the unit is a percentage already, and relative to the
// base elsewhere, in one column.
void check_points(Reading& reading) {
  size_t points = 0;
  const ReadingRow* first = nullptr;
  for (const ReadingPair& pair : reading.pairs)
    for (const ReadingRow& row : reading.tables[pair.new_].rows)
      if (reading.tables[pair.new_].format == "lkp" && row.value &&
          (row.metric.title.ends_with('%') || row.metric.title.starts_with("perf-profile")))
        if (!points++) first = &row;
  if (points)
    find(reading, "F236 points-and-percent",
         fmt::format("{} of the printed changes are differences in points, not percent; the first "
                     "is that of {}",
                     points, first->metric.title),
         "the column mixes them: metrics in percent, and perf-profile, are subtracted",
         "compare the values, not the changes");
}

// Misses are part of the references; more of them means that the two counters did not run together.
void check_ratios(Reading& reading) {
  static const std::pair<Name, Name> parts[] = {
      {"cache-misses", "cache-references"},     {"branch-misses", "branches"},
      {"branch-misses", "branch-instructions"}, {"dTLB-load-misses", "dTLB-loads"},
      {"dTLB-store-misses", "dTLB-stores"},     {"iTLB-load-misses", "iTLB-loads"},
      {"LLC-load-misses", "LLC-loads"},         {"L1-dcache-load-misses", "L1-dcache-loads"}};
  for (size_t i = 0; i < reading.tables.size(); ++i) {
    const ReadingTable& table = reading.tables[i];
    if (!table.format.starts_with("perf-stat")) continue;
    // The last of a title. Nearly always there are a dozen rows: a table of them costs more.
    const auto value_of = [&](Name title) -> double {
      for (size_t k = table.rows.size(); k-- > 0;)
        if (table.rows[k].metric.title == title && table.rows[k].value) return *table.rows[k].value;
      return 0;
    };
    for (const auto& [part, whole] : parts) {
      const double a = value_of(part);
      if (!(a > 0)) continue;
      const double b = value_of(whole);
      if (b <= 0 || a < b) continue;
      find(reading, "F206 impossible-value",
           fmt::format("{}: {} are {:.1f}% of {}", name_of(reading, i), part, 100 * a / b, whole),
           "the part cannot exceed the whole: the counters ran at different times",
           "count the two in one group");
    }
  }
}

// The valued rows of the tables that are the base of a pair.
class Bases {
 public:
  explicit Bases(const Reading& reading) : by_title_(reading.tables.size()) {
    for (const ReadingPair& pair : reading.pairs)
      if (!by_title_[pair.base])
        by_title_[pair.base].emplace(reading.tables[pair.base].rows,
                                     RowsByTitle::Which::with_value);
  }
  // What stands beside a row of the pair's new side; null if nothing does.
  const ReadingRow* beside(const ReadingPair& pair, const ReadingRow& row) const {
    return by_title_[pair.base]->find(row.metric.title);
  }

 private:
  std::vector<std::optional<RowsByTitle>> by_title_;
};

// A sum, mean or score that hardly moves while its parts move both ways.
void check_totals(Reading& reading, const Bases& bases, const ReadingPair& pair) {
  const ReadingTable& changed = reading.tables[pair.new_];
  const ReadingRow* total = nullptr;
  const ReadingRow *most = nullptr, *least = nullptr;
  double whole = 0, up = 0, down = 0;
  for (const ReadingRow& row : changed.rows) {
    if (!row.value) continue;
    const ReadingRow* found = bases.beside(pair, row);
    if (!found || *found->value <= 0) continue;
    const double change = 100 * (*row.value / *found->value - 1);
    if (is_score(row) || row.metric.title.starts_with("TOTAL ") ||
        row.metric.title.starts_with("GEO-MEAN ")) {
      if (total) {  // several totals: which parts are whose is not known here
        total = nullptr;
        break;
      }
      total = &row;
      whole = change;
    } else if (change > up) {
      up = change, most = &row;
    } else if (change < down) {
      down = change, least = &row;
    }
  }
  constexpr double notable = 5;
  if (!total || !most || !least || up < notable || down > -notable ||
      2 * std::fabs(whole) > std::min(up, -down))
    return;
  find(reading, "F233 total-hides-moves",
       fmt::format("{} moves {:+.1f}% while its parts move both ways: {} {:+.1f}%, {} {:+.1f}%",
                   total->metric.title, whole, most->metric.title, up, least->metric.title, down),
       "moves of opposite sign cancel in a sum or mean", "look at the parts");
}

// Two tables and more under each of two headings: which run belongs to which is only their order.
void check_order(Reading& reading, const std::vector<TableOrigin>& origins) {
  using Sides = std::tuple<int, std::optional<int>, std::string, std::string>;
  std::map<Sides, size_t> times;
  for (const ReadingPair& pair : reading.pairs) {
    const ReadingTable& base = reading.tables[pair.base];
    const std::string test = base.context.get("test").value_or("");
    if (pair.why.starts_with('"'))
      ++times[{origins[pair.base].section, base.copies, base.label + '\t' + test,
               reading.tables[pair.new_].label}];
  }
  for (const auto& [sides, count] : times) {
    std::pair<std::string, std::string> labels(std::get<2>(sides), std::get<3>(sides));
    labels.first.resize(labels.first.find('\t'));
    if (count > 1)
      find(reading, "F234 paired-in-order",
           fmt::format("\"{}\" and \"{}\" hold {} tables each, compared in the order of the text",
                       labels.first, labels.second, count),
           "runs that were not made side by side are no pairs",
           "take each as one more run of its side");
  }
}

// What both sides were measured with.
void check_versions(Reading& reading, const ReadingTable& base, const ReadingTable& changed) {
  for (const char* program : {"unixbench", "sysbench", "fio", "stress-ng", "compiler"}) {
    const auto a = base.context.get(program), b = changed.context.get(program);
    if (a && b && *a != *b)
      find(reading, "F235 different-versions",
           fmt::format("the sides were measured with different versions: {} {} and {}", program, *a,
                       *b),
           "the difference may be that of the programs");
  }
}

void check_machines(Reading& reading, const Bases& bases) {
  for (const ReadingPair& pair : reading.pairs) {
    const ReadingTable& base = reading.tables[pair.base];
    const ReadingTable& changed = reading.tables[pair.new_];
    check_versions(reading, base, changed);
    if (base.copies && changed.copies && *base.copies != *changed.copies)
      find(reading, "F221 different-copies",
           fmt::format("{} copies on one side and {} on the other", *base.copies, *changed.copies));
    const auto a = base.context.get("cpu_model"), b = changed.context.get("cpu_model");
    const auto c = base.context.get("cpus"), d = changed.context.get("cpus");
    if (a && b && *a != *b)
      find(reading, "F222 different-machines",
           fmt::format("the sides ran on different machines: {} and {}", *a, *b),
           "the difference is that of the machines");
    else if (c && d && *c != *d)
      find(reading, "F222 different-machines",
           fmt::format("the sides ran on {} and {} CPUs", *c, *d),
           "the difference is that of the machines");
    size_t same = 0, rows = 0;
    for (const ReadingRow& row : changed.rows) {
      if (!row.value) continue;
      const ReadingRow* found = bases.beside(pair, row);
      if (!found) continue;
      ++rows;
      same += *found->value == *row.value;
    }
    if (rows >= 5 && same == rows)
      find(reading, "F223 identical-sides",
           fmt::format("both sides agree in every digit of {} rows", rows),
           "two measurements never do", "one side was copied");
  }
}

}  // namespace

void review(Reading& reading, const std::vector<TableOrigin>& origins) {
  for (size_t i = 0; i < reading.tables.size(); ++i) {
    if (reading.tables[i].repeat_of) continue;
    if (reading.tables[i].format == "unixbench") check_unixbench(reading, i, origins[i].complete);
  }
  check_repetition(reading);
  check_values(reading);
  check_ratios(reading);
  const Bases bases(reading);
  for (const ReadingPair& pair : reading.pairs) check_totals(reading, bases, pair);
  check_order(reading, origins);
  check_points(reading);
  check_machines(reading, bases);
}

}  // namespace lodestone
