// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/settle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/parallel.h"
#include "base/text.h"
#include "stats/distribution.h"
#include "stats/equivalence.h"
#include "stats/multiplicity.h"
#include "stats/planning.h"
#include "stats/sample.h"

namespace lodestone {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void set_interval(ComparisonRow& row, const Weight& evidence, const stats::Interval& interval) {
  row.interval_percent.reset();
  // What cannot be negative ends at zero: no change is below -100 %.
  const bool ends_at_zero = row.metric.kind != Kind::share && row.base.center.value_or(0) > 0 &&
                            row.new_.center.value_or(0) >= 0;
  if (!std::isfinite(interval.low) || !std::isfinite(interval.high)) return;
  double base = std::fabs(row.base.center.value_or(0));
  if (evidence.relative) {
    double low = stats::percent_of_log(interval.low), high = stats::percent_of_log(interval.high);
    if (std::isfinite(high)) row.interval_percent = Interval{low, high};
  } else if (base > 0) {
    row.interval_percent =
        Interval{std::max(100 * interval.low / base, ends_at_zero ? -100.0 : -HUGE_VAL),
                 100 * interval.high / base};
  }
  double half = (interval.high - interval.low) / 2;
  const auto& effect = *evidence.effect;
  double least = effect.se > 0 ? stats::minimum_detectable(
                                     effect.se, effect.df,
                                     std::max(half, evidence.least_half_width) / effect.se)
                               : half;
  least += evidence.floor;
  if (evidence.relative && std::isfinite(std::expm1(least)))
    row.minimum_detectable_percent = stats::percent_of_log(least);
  else if (!evidence.relative && base > 0)
    row.minimum_detectable_percent = 100 * least / base;
}

bool judged(const Weight& evidence) {
  return evidence.effect.has_value();
}

// One family: both kinds of claims, each at its own rate.
void settle_family(const std::vector<Weight>& evidence, std::vector<ComparisonRow>& rows,
                   const std::vector<size_t>& members, double alpha, bool dependent) {
  std::vector<double> change(members.size(), nan), same(members.size(), nan);
  in_parallel(members.size(), [&](size_t k) {
    const Weight& item = evidence[members[k]];
    if (!judged(item)) return;
    change[k] = p_of_change(item);
    same[k] = p_of_same(item);
  });
  auto adjust = [&](const std::vector<double>& p) {
    return dependent ? stats::benjamini_yekutieli(p) : stats::benjamini_hochberg(p);
  };
  auto changed = adjust(change), kept = adjust(same);
  size_t families = 0, selected = 0, equal = 0;
  for (size_t k = 0; k < members.size(); ++k) {
    if (std::isnan(change[k])) continue;
    ++families;
    selected += changed[k] <= alpha;
    equal += kept[k] <= alpha;
  }
  double harmonic = 1;
  if (dependent) {
    harmonic = 0;
    for (size_t i = families; i > 0; --i) harmonic += 1 / static_cast<double>(i);
  }
  in_parallel(members.size(), [&](size_t k) {
    if (std::isnan(change[k])) return;
    const auto& item = evidence[members[k]];
    auto& row = rows[members[k]];
    row.adjusted_p = changed[k];
    bool is_changed = changed[k] <= alpha, is_same = kept[k] <= alpha;
    double level = alpha;
    if (is_changed) level = stats::selected_level(alpha, selected, families) / harmonic;
    if (is_same) level = std::min(level, stats::selected_level(alpha, equal, families) / harmonic);
    const stats::Interval interval = interval_of(item, level);
    set_interval(row, item, interval);
    auto side = direction_of(row.metric, item.effect->value > 0 ? 1 : -1, row.basis);
    if (is_same) {
      row.verdict = Verdict::same;
      if (is_changed && row.note.empty())
        row.note = std::string(name_of(side)) + ", but by less than " +
                   human(row.margin_percent, 3) + " %";
    } else if (is_changed) {
      row.verdict = side;
    } else {
      row.verdict = Verdict::undecided;
      auto alone = stats::decide(interval, item.band, item.floor);
      if (alone != stats::Decision::undecided && row.note.empty())
        row.note = "alone it would be " +
                   std::string(alone == stats::Decision::same ? "no change" : name_of(side)) +
                   ", among " + std::to_string(families) + " metrics it is not";
    }
  });
}

}  // namespace

namespace {

std::vector<ComparisonRow> settle_rows(const std::vector<Weight>& evidence,
                                       std::vector<ComparisonRow> rows, const Rules& rules,
                                       std::vector<Finding>& findings) {
  std::vector<size_t> headline;
  std::map<std::string, std::vector<size_t>> explanations;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (evidence[i].effect && evidence[i].relative) {
      rows[i].log_ratio = evidence[i].effect->value;
      // An error below what the clock or the printed digits resolve is none.
      rows[i].log_ratio_error = std::max(evidence[i].effect->se, evidence[i].least_half_width / 2);
    }
    if (rows[i].family == Family::headline)
      headline.push_back(i);
    else
      explanations[rows[i].workload].push_back(i);
  }
  settle_family(evidence, rows, headline, rules.alpha, false);

  std::map<std::string, bool> changed;
  size_t families = 0, selected = 0;
  for (size_t i : headline) {
    auto [place, fresh] = changed.try_emplace(rows[i].workload, false);
    families += fresh;
    if (!place->second && is_change(rows[i].verdict)) {
      place->second = true;
      ++selected;
    }
  }
  std::vector<size_t> exploratory;
  for (const auto& [workload, members] : explanations) {
    auto found = changed.find(workload);
    if (found != changed.end() && found->second)
      settle_family(evidence, rows, members, stats::selected_level(rules.alpha, selected, families),
                    false);
    else
      exploratory.insert(exploratory.end(), members.begin(), members.end());
  }
  std::sort(exploratory.begin(), exploratory.end());
  settle_family(evidence, rows, exploratory, rules.alpha, true);
  for (size_t i : exploratory)
    if (rows[i].note.empty() && evidence[i].effect) rows[i].note = "exploratory";

  size_t many = static_cast<size_t>(std::count_if(headline.begin(), headline.end(),
                                                  [&](size_t i) { return judged(evidence[i]); }));
  if (many > 1)
    add_finding(
        findings,
        {"F302 many-metrics",
         std::to_string(many) + " metrics are judged together: at most " +
             human(100 * rules.alpha, 3) + " % of the changes named are expected to be false",
         "Benjamini-Hochberg; intervals of named changes are widened to match", ""});
  return rows;
}

}  // namespace

std::vector<ComparisonRow> settle(std::vector<Evidence> evidence, const Rules& rules,
                                  std::vector<Finding>& findings) {
  std::vector<ComparisonRow> rows;
  rows.reserve(evidence.size());
  for (Evidence& item : evidence) {
    rows.push_back(std::move(item.row));
    for (const Finding& finding : item.findings) add_finding(findings, finding);
  }
  return settle_rows({evidence.begin(), evidence.end()}, std::move(rows), rules, findings);
}

namespace {

// Two arms of one comparison, judged as they were when they were measured.
Evidence weigh_arms(const Matched& arms, const Rules& rules) {
  const auto& base = arms.base->measurement.samples;
  const auto& new_ = arms.new_->measurement.samples;
  const Interleaved& kept = *arms.base->measurement.interleaved;
  std::vector<ValuePair> pairs;
  for (size_t k = 0; k < base.size(); ++k)
    pairs.push_back({base[k].value, new_[k].value, base[k].process < new_[k].process});
  Rules known = rules;
  double& floor = known.floors[arms.base->measurement.metric.id];
  floor = std::max(floor, kept.floor);
  Evidence evidence =
      weigh_pairs(*arms.new_, pairs, *arms.looks, arms.looks->counts().size() - 1, known);
  if (kept.open_ended) evidence.open_ended = pairs.size();
  return evidence;
}

}  // namespace

std::vector<ComparisonRow> judge(const std::vector<Matched>& matched, const Rules& rules,
                                 std::vector<Finding>& findings) {
  // A million rows: what settling needs no more is not kept.
  std::vector<Weight> weights(matched.size());
  std::vector<ComparisonRow> rows(matched.size());
  in_parallel(matched.size(), [&](size_t i) {
    Evidence evidence = matched[i].looks ? weigh_arms(matched[i], rules)
                                         : weigh(*matched[i].base, *matched[i].new_, rules);
    rows[i] = std::move(evidence.row);
    rows[i].family = matched[i].family;
    weights[i] = std::move(evidence);
  });
  return settle_rows(weights, std::move(rows), rules, findings);
}

}  // namespace lodestone
