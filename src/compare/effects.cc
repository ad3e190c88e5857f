// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/effects.h"

#include <algorithm>
#include <cmath>

#include "model/unit.h"
#include "stats/equivalence.h"
#include "stats/quantum.h"
#include "stats/sample.h"

namespace lodestone {

Evidence describe_row(const SideMeasurement& from, const Rules& rules) {
  Evidence evidence;
  auto& row = evidence.row;
  row.metric = from.measurement.metric;
  row.workload = from.workload;
  row.copies = from.copies;
  row.mode = from.mode;
  row.parameters = from.parameters;
  row.margin_percent = 100 * margin_for(rules, row.metric.id, row.workload);
  return evidence;
}

void fill_effect(Evidence& evidence, const stats::Estimate& effect, const Rules& rules) {
  auto& row = evidence.row;
  evidence.effect = effect;
  double margin = row.margin_percent / 100;
  auto floor = rules.floors.find(row.metric.id);
  double floor_fraction = floor == rules.floors.end() ? 0 : floor->second;
  double base = row.base.center.value_or(0);
  if (evidence.relative) {
    row.change_percent = stats::percent_of_log(effect.value);
    evidence.band = stats::band_of_margin(margin);
    evidence.floor = std::log1p(floor_fraction);
  } else {
    row.change_percent.reset();
    if (base != 0) row.change_percent = 100 * effect.value / std::fabs(base);
    evidence.band = margin * std::fabs(base);
    evidence.floor = floor_fraction * std::fabs(base);
  }
  if (row.base.center && row.new_.center) row.difference = *row.new_.center - *row.base.center;
  // -0.0 is no direction.
  row.direction = direction_of(row.metric, effect.value == 0 ? 0.0 : effect.value, row.basis);
}

void apply_resolution(Evidence& evidence, const std::vector<double>& base,
                      const std::vector<double>& new_) {
  auto step = [](const std::vector<double>& values) {
    auto resolution = stats::resolution_of(values);
    return resolution.coarse ? resolution.quantum : 0.0;
  };
  double quantum = std::max(step(base), step(new_));
  if (!(quantum > 0)) return;
  double scale = std::min(std::fabs(evidence.row.base.center.value_or(1)),
                          std::fabs(evidence.row.new_.center.value_or(1)));
  evidence.least_half_width = evidence.relative ? std::log1p(quantum / 2 / scale) : quantum / 2;
}

SideSummary summarize_values(const std::vector<double>& values, bool logs) {
  SideSummary side;
  side.n = static_cast<long long>(values.size());
  if (values.empty()) return side;
  std::vector<double> scaled = values;
  if (logs)
    for (double& value : scaled) value = std::log(value);
  auto trimmed = stats::trimmed_mean(scaled);
  double center = trimmed ? trimmed->value : *stats::mean(scaled);
  side.center = logs ? std::exp(center) : center;
  // exp(log(x)) rounds; where all values agree the centre is that value.
  if (std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); }))
    side.center = values.front();
  auto spread = stats::standard_deviation(values);
  auto plain = stats::mean(values);
  if (spread && *plain != 0) side.spread_percent = 100 * *spread / std::fabs(*plain);
  return side;
}

std::string impossible(const Metric& metric, const std::vector<double>& values) {
  if (values.empty() || (metric.kind != Kind::time && metric.kind != Kind::rate)) return {};
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (*least < 0)
    return std::string("a negative ") + (metric.kind == Kind::time ? "time" : "rate") +
           " is impossible";
  if (metric.kind == Kind::time && *most == 0) return "a time of zero is below the clock's step";
  return {};
}

bool repeats_exactly(const ComparisonRow& row, const std::vector<double>& values) {
  const Metric& metric = row.metric;
  if (is_of_the_system(row.workload, metric.id)) return false;
  if (metric.kind != Kind::count && metric.kind != Kind::size) return false;
  if (!metric.unit.empty() && conversion(metric.unit, "s")) return false;
  return values.size() >= repeats_for_exact &&
         std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
}

void settle_still_values(Evidence& evidence, size_t units) {
  if (evidence.least_half_width > 0 && units >= repeats_for_exact) {
    evidence.least_half_width *= 2;  // each side may lie half a step from what is shown
    return;
  }
  evidence.effect.reset();
  evidence.row.note = "the values do not vary: too few to tell whether they would";
}

}  // namespace lodestone
