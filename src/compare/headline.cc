// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/headline.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"

namespace lodestone {
namespace {

bool directional(const ComparisonRow& row) {
  return row.metric.better != Better::neutral;
}

bool is_score(const ComparisonRow& row) {
  const auto& id = row.metric.id;
  return id == "score" || id.ends_with(".score");
}

bool is_elapsed(const ComparisonRow& row) {
  return to_lower(row.metric.id).find("elapsed") != std::string::npos ||
         to_lower(row.metric.title).find("elapsed") != std::string::npos;
}

bool has_value(const ComparisonRow& row) {
  return row.base.center && row.new_.center;
}

// LKP's sum over task counts and over both modes is no rate of anything: it answers only where
// nothing else does.
bool mixes_modes(const ComparisonRow& row) {
  return row.metric.id.ends_with(".workload");
}

// Rows that can answer: declared results with a direction, or exact counts; else all declared
// results; else anything.
std::vector<const ComparisonRow*> candidates(const std::vector<ComparisonRow>& rows) {
  std::vector<const ComparisonRow*> best;
  for (int stage = 0; stage < 3 && best.empty(); ++stage)
    for (const auto& row : rows) {
      if (!has_value(row)) continue;
      bool declared = row.family == Family::headline;
      if (stage == 0 && mixes_modes(row)) continue;
      if (stage == 2 || (declared && (stage == 1 || directional(row) || row.basis == Basis::exact)))
        best.push_back(&row);
    }
  return best;
}

// The end of the interval nearer to no change, as a size: what is certain. Exact rows: the change
// itself; a value that appeared or vanished beats any percentage.
double certain_size(const ComparisonRow& row) {
  if (row.interval_percent) {
    double low = row.interval_percent->low, high = row.interval_percent->high;
    if (low > 0) return std::log1p(low / 100);
    if (high < 0) return high <= -100 ? 1e9 : -std::log1p(high / 100);
    return 0;
  }
  if (row.change_percent)
    return *row.change_percent <= -100 ? 1e9 : std::fabs(std::log1p(*row.change_percent / 100));
  return row.difference && *row.difference != 0 ? 1e9 : 0;
}

double apparent_size(const ComparisonRow& row) {
  if (!row.change_percent) return row.difference.value_or(0) != 0 ? 1e9 : 0;
  return *row.change_percent <= -100 ? 1e9 : std::fabs(std::log1p(*row.change_percent / 100));
}

// Of several, the one that speaks for the whole: a score, then an elapsed time (undecided only),
// then times and rates, then size. Ties keep the order given.
const ComparisonRow* choose(const std::vector<const ComparisonRow*>& rows, bool confirmed) {
  const ComparisonRow* best = nullptr;
  auto rank = [&](const ComparisonRow& row) {
    if (is_score(row)) return 3;
    if (!confirmed && is_elapsed(row)) return 2;
    return row.metric.kind == Kind::time || row.metric.kind == Kind::rate ? 1 : 0;
  };
  for (const auto* row : rows) {
    if (!best || rank(*row) > rank(*best) ||
        (rank(*row) == rank(*best) && (confirmed ? certain_size(*row) > certain_size(*best)
                                                 : apparent_size(*row) > apparent_size(*best))))
      best = row;
  }
  return best;
}

std::string margin_text(const ComparisonRow& row) {
  return human(row.margin_percent, 3) + " %";
}

// As many decimals as the first digit that is not zero needs: a tiny change keeps its sign and its
// size instead of becoming "+0.00".
int decimals_of(double percent) {
  const double size = std::fabs(percent);
  if (size >= 100) return 0;
  if (size >= .1 || size == 0) return 1;
  return std::min(9, std::max(2, static_cast<int>(std::ceil(-std::log10(size)))));
}

std::string verdict_text(const ComparisonRow& row) {
  if (row.verdict == Verdict::same) return "no change bigger than " + margin_text(row);
  if (row.verdict != Verdict::undecided) return name_of(row.verdict);
  bool still = !is_change(row.direction);
  return still ? "undecided" : std::string("undecided (points to ") + name_of(row.direction) + ")";
}

std::string sentence_with(const ComparisonRow& row, const std::string& name) {
  std::string text = verdict_text(row) + ": " + name;
  if (auto change = change_text(row); !change.empty()) text += " " + change;
  if (row.interval_percent) {
    double low = row.interval_percent->low, high = row.interval_percent->high;
    const int decimals = std::min(4, std::max(decimals_of(low), decimals_of(high)));
    text += " [" + signed_fixed(low, decimals) + ", " + signed_fixed(high, decimals) + "]";
  }
  if (auto count = count_text(row); !count.empty()) text += ", " + count;
  return text;
}

// The workload's name where it has a single declared result, else the metric's.
std::string name_of_row(const ComparisonRow& row, const std::vector<ComparisonRow>& rows) {
  if (row.workload.find('/') == std::string::npos) return row.metric.id;
  auto same = std::count_if(rows.begin(), rows.end(), [&](const ComparisonRow& other) {
    return other.family == Family::headline && other.workload == row.workload;
  });
  return same == 1 ? row.workload : row.metric.id;
}

std::string others_text(const ComparisonRow& chosen,
                        const std::vector<const ComparisonRow*>& rows) {
  size_t same = 0, worse = 0, better = 0, neutral = 0, equal = 0, total = 0;
  bool one_margin = true;
  for (const auto* row : rows) {
    if (row == &chosen) continue;
    ++total;
    one_margin = one_margin && row->margin_percent == chosen.margin_percent;
    same += row->verdict == Verdict::same;
    equal += row->verdict == Verdict::equal || row->verdict == Verdict::identical;
    if (is_regression(row->verdict))
      ++worse;
    else if (row->verdict == Verdict::faster || row->verdict == Verdict::better)
      ++better;
    else if (is_change(row->verdict))
      ++neutral;
  }
  if (total == 0) return {};
  std::vector<std::string> parts;
  auto add = [&](size_t count, const std::string& what) {
    if (count)
      parts.push_back(std::to_string(count) + " of " + std::to_string(total) + " others " + what);
  };
  add(worse, "worse");
  add(better, "better");
  add(neutral, "changed");
  add(equal, "equal");
  add(same, "show no change bigger than " + (one_margin ? margin_text(chosen) : "their margin"));
  std::string text;
  for (const auto& part : parts) text += "; " + part;
  return text;
}

Headline from_row(const ComparisonRow& row) {
  Headline headline;
  headline.verdict = row.verdict;
  headline.direction = row.direction;
  headline.metric = row.metric.id;
  headline.change_percent = row.change_percent;
  headline.interval_percent = row.interval_percent;
  headline.basis = row.basis;
  return headline;
}

}  // namespace

Headline headline_of(const std::vector<ComparisonRow>& rows) {
  auto all = candidates(rows);
  if (all.empty()) {
    Headline headline;
    headline.sentence = "undecided: nothing to compare";
    return headline;
  }
  std::vector<const ComparisonRow*> worse, better, changed, undecided, still;
  for (const auto* row : all) {
    if (is_regression(row->verdict))
      worse.push_back(row);
    else if (row->verdict == Verdict::faster || row->verdict == Verdict::better)
      better.push_back(row);
    else if (is_change(row->verdict))
      changed.push_back(row);
    else if (row->verdict == Verdict::undecided)
      undecided.push_back(row);
    else
      still.push_back(row);
  }
  const ComparisonRow* chosen = nullptr;
  for (const auto* group : {&worse, &better, &changed})
    if (!chosen && !group->empty()) chosen = choose(*group, true);
  for (const auto* group : {&undecided, &still})
    if (!chosen && !group->empty()) chosen = choose(*group, false);
  Headline headline = from_row(*chosen);
  headline.sentence =
      sentence_with(*chosen, name_of_row(*chosen, rows)) + others_text(*chosen, all);
  return headline;
}

Headline headline_of(const std::vector<PairComparison>& pairs) {
  if (pairs.empty()) {
    Headline headline;
    headline.sentence = "undecided: nothing to compare";
    return headline;
  }
  auto rank = [](const Headline& headline) {
    if (is_regression(headline.verdict)) return 4;
    if (is_change(headline.verdict)) return 3;
    return headline.verdict == Verdict::undecided ? 2 : 1;
  };
  auto size = [](const Headline& headline) {
    return std::fabs(headline.change_percent.value_or(0));
  };
  const PairComparison* chosen = nullptr;
  for (const auto& pair : pairs)
    if (!chosen || rank(pair.headline) > rank(chosen->headline) ||
        (rank(pair.headline) == rank(chosen->headline) &&
         size(pair.headline) > size(chosen->headline)))
      chosen = &pair;
  Headline headline = chosen->headline;
  if (pairs.size() > 1)
    headline.sentence += " (" + chosen->base.label + " and " + chosen->new_.label + ", " +
                         std::to_string(pairs.size()) + " pairs of arms compared)";
  return headline;
}

std::string signed_fixed(double value, int decimals) {
  std::string text = fixed(value, decimals);
  // What rounds to zero has no sign: "-0.0" would be a direction that nobody measured, and so would
  // "+0.0".
  if (text.find_first_not_of("-0.") == std::string::npos) return fixed(0, decimals);
  return text.front() == '-' ? text : "+" + text;
}

std::string sentence_of(const ComparisonRow& row) {
  return sentence_with(row, row.metric.id);
}

std::string change_text(const ComparisonRow& row) {
  if (!has_value(row)) return {};
  if (*row.base.center == 0 && *row.new_.center != 0) return "new";
  if (*row.base.center != 0 && *row.new_.center == 0) return "gone (-100 %)";
  if (!row.change_percent) return {};
  return signed_fixed(*row.change_percent, decimals_of(*row.change_percent)) + " %";
}

std::string count_text(const ComparisonRow& row) {
  return row.counted;
}

bool regression_beyond(const std::vector<ComparisonRow>& rows, double fraction) {
  for (const auto& row : rows) {
    if (row.family != Family::headline || row.metric.better == Better::neutral) continue;
    if (row.basis == Basis::exact) {
      const double loss = row.metric.better == Better::higher ? -row.change_percent.value_or(0)
                                                              : row.change_percent.value_or(0);
      // What appeared where there was nothing has no percentage, and is beyond any.
      const bool appeared = !row.change_percent && row.metric.better == Better::lower &&
                            row.difference.value_or(0) > 0;
      if (appeared || loss > 100 * fraction) return true;
      continue;
    }
    if (!row.interval_percent) continue;
    double low = row.interval_percent->low, high = row.interval_percent->high;
    // A rate that halves and a time that doubles are the same regression: sizes are compared as
    // ratios.
    double nearest = row.metric.better == Better::higher
                         ? (high < 0 && high > -100 ? -std::log1p(high / 100)
                            : high <= -100          ? 1e9
                                                    : 0)
                         : (low > 0 ? std::log1p(low / 100) : 0);
    if (is_regression(row.verdict) && nearest > std::log1p(fraction)) return true;
  }
  return false;
}

bool any_undecided(const std::vector<ComparisonRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const ComparisonRow& row) {
    return row.family == Family::headline && row.verdict == Verdict::undecided;
  });
}

}  // namespace lodestone
