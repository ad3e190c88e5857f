// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/combine.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "compare/effects.h"
#include "compare/evidence.h"
#include "compare/headline.h"
#include "compare/settle.h"
#include "stats/random_effects.h"
#include "stats/sample.h"

namespace lodestone {
namespace {

std::string machine_of(const PairComparison& pair) {
  for (const char* fact : {"machine", "cpu_model"})
    if (const auto name = pair.base.context.get(fact)) return *name;
  return "";
}

// The machines where they tell the pairs apart, else the labels, else numbers.
std::vector<std::string> names_of(const std::vector<PairComparison>& pairs) {
  const auto distinct = [&](auto&& name_of_pair) {
    std::set<std::string> names;
    for (const PairComparison& pair : pairs)
      if (const std::string name = name_of_pair(pair); !name.empty()) names.insert(name);
    return names.size() == pairs.size();
  };
  const auto labels = [](const PairComparison& pair) {
    return pair.base.label + " and " + pair.new_.label;
  };
  const bool by_machine = distinct(machine_of), by_label = !by_machine && distinct(labels);
  std::vector<std::string> names;
  for (size_t i = 0; i < pairs.size(); ++i)
    names.push_back(by_machine ? machine_of(pairs[i])
                    : by_label ? labels(pairs[i])
                               : "comparison " + std::to_string(i + 1));
  return names;
}

using Key =
    std::tuple<std::string, std::optional<int>, std::string, std::map<std::string, std::string>>;

struct Group {
  std::vector<const ComparisonRow*> rows;
  std::vector<size_t> pairs;
};

// A pair of sides that are not comparable, or are one measurement, says nothing about the change.
bool counts(const PairComparison& pair) {
  return pair.comparable &&
         std::none_of(pair.findings.begin(), pair.findings.end(),
                      [](const Finding& finding) { return finding.code.starts_with("F034"); });
}

std::vector<Group> groups_of(const std::vector<PairComparison>& pairs) {
  std::vector<Group> groups;
  std::map<Key, size_t> places;
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (!counts(pairs[i])) continue;
    for (const ComparisonRow& row : pairs[i].rows) {
      if (row.family != Family::headline || row.basis == Basis::exact || !row.change_percent)
        continue;
      const Key key(row.metric.id, row.copies, row.mode, row.parameters);
      const auto [place, fresh] = places.try_emplace(key, groups.size());
      if (fresh) groups.emplace_back();
      Group& group = groups[place->second];
      if (!group.pairs.empty() && group.pairs.back() == i) continue;
      group.rows.push_back(&row);
      group.pairs.push_back(i);
    }
  }
  std::erase_if(groups, [](const Group& group) { return group.rows.size() < 2; });
  return groups;
}

std::optional<double> log_ratio_of(const ComparisonRow& row) {
  if (row.log_ratio) return row.log_ratio;
  if (!row.base.center || !row.new_.center || *row.base.center <= 0 || *row.new_.center <= 0)
    return std::nullopt;
  return std::log(*row.new_.center / *row.base.center);
}

CombinedRow describe(const Group& group, const std::vector<std::string>& names) {
  const ComparisonRow& first = *group.rows[0];
  CombinedRow combined;
  combined.metric = first.metric;
  combined.workload = first.workload;
  combined.copies = first.copies;
  combined.mode = first.mode;
  combined.parameters = first.parameters;
  combined.margin_percent = first.margin_percent;
  for (size_t i = 0; i < group.rows.size(); ++i)
    combined.parts.push_back({names[group.pairs[i]], group.rows[i]->change_percent,
                              group.rows[i]->interval_percent, group.rows[i]->direction});
  const bool agree = std::all_of(combined.parts.begin(), combined.parts.end(), [&](const auto& p) {
    return p.direction == combined.parts[0].direction;
  });
  combined.direction = agree ? combined.parts[0].direction : Verdict::undecided;
  return combined;
}

// The mean of three and more; notes why where there is none.
std::optional<stats::RandomEffects> mean_of(const Group& group, CombinedRow& combined) {
  if (group.rows.size() < 3) {
    combined.note = "signs and sizes alone: an interval needs three";
    return std::nullopt;
  }
  std::vector<stats::Effect> effects;
  std::vector<double> values;
  for (const ComparisonRow* row : group.rows) {
    const auto value = log_ratio_of(*row);
    if (!value) {
      combined.note = "a value that is not positive has no ratio";
      return std::nullopt;
    }
    values.push_back(*value);
    if (row->log_ratio_error && *row->log_ratio_error > 0)
      effects.push_back({*value, *row->log_ratio_error * *row->log_ratio_error});
  }
  const bool weighed = effects.size() == values.size();
  const auto mean = weighed ? stats::random_effects(effects) : stats::equal_effects(values);
  if (!mean || !(mean->mean.se > 0)) {
    combined.note = "no spread to work with";
    return std::nullopt;
  }
  if (!weighed) combined.note = "the errors of single values are not known: each counts alike";
  combined.between_percent = 100 * std::expm1(std::sqrt(mean->between_variance));
  if (weighed) combined.heterogeneity_percent = 100 * mean->heterogeneity_share;
  return *mean;
}

Evidence evidence_of(const Group& group, const stats::RandomEffects& effects, const Rules& rules,
                     const char* what) {
  SideMeasurement description;
  const ComparisonRow& first = *group.rows[0];
  description.measurement.metric = first.metric;
  description.workload = first.workload;
  description.copies = first.copies;
  description.mode = first.mode;
  description.parameters = first.parameters;
  Evidence evidence = describe_row(description, rules);
  const bool sampled = std::all_of(group.rows.begin(), group.rows.end(),
                                   [](const auto* row) { return row->basis == Basis::sampled; });
  evidence.row.basis = sampled ? Basis::sampled : Basis::summary;
  evidence.row.counted = std::to_string(group.rows.size()) + " " + what;
  // In units of each machine's own base.
  evidence.row.base.center = 1;
  evidence.row.new_.center = std::exp(effects.mean.value);
  fill_effect(evidence, effects.mean, rules);
  return evidence;
}

}  // namespace

bool several_machines(const std::vector<PairComparison>& pairs) {
  if (pairs.size() < 2) return false;
  std::set<std::string> machines;
  for (const PairComparison& pair : pairs) {
    const std::string machine = machine_of(pair);
    const bool same_question = pair.base.label == pairs[0].base.label &&
                               pair.new_.label == pairs[0].new_.label && pair.comparable &&
                               !pair.base.context.get("test");
    if (machine.empty() || !same_question || !machines.insert(machine).second) return false;
  }
  return true;
}

void combine(Comparison& comparison, const Rules& rules) {
  const std::vector<std::string> names = names_of(comparison.pairs);
  const char* what = several_machines(comparison.pairs) ? "machines" : "comparisons";
  std::vector<Evidence> evidence;
  std::vector<size_t> judged;
  for (const Group& group : groups_of(comparison.pairs)) {
    comparison.combined.push_back(describe(group, names));
    const auto mean = mean_of(group, comparison.combined.back());
    if (!mean) continue;
    judged.push_back(comparison.combined.size() - 1);
    evidence.push_back(evidence_of(group, *mean, rules, what));
  }
  if (evidence.empty()) return;
  const std::vector<ComparisonRow> rows = settle(std::move(evidence), rules, comparison.findings);
  for (size_t i = 0; i < rows.size(); ++i) {
    CombinedRow& combined = comparison.combined[judged[i]];
    combined.change_percent = rows[i].change_percent;
    combined.interval_percent = rows[i].interval_percent;
    combined.adjusted_p = rows[i].adjusted_p;
    combined.verdict = rows[i].verdict;
    combined.direction = rows[i].direction;
    combined.margin_percent = rows[i].margin_percent;
    if (combined.note.empty()) combined.note = rows[i].note;
  }
  comparison.headline = headline_of(rows);
}

}  // namespace lodestone
