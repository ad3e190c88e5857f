// SPDX-License-Identifier: GPL-2.0-or-later
// Two unpaired sides, by basis.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "compare/effects.h"
#include "compare/evidence.h"
#include "compare/units.h"
#include "stats/equivalence.h"
#include "stats/quantum.h"
#include "stats/sample.h"
#include "stats/series.h"
#include "stats/welch.h"

namespace lodestone {
namespace {

std::vector<double> values_of(const std::vector<Sample>& samples) {
  std::vector<double> values;
  for (const auto& sample : samples) values.push_back(sample.value);
  return values;
}

bool all_finite(const std::vector<Sample>& samples) {
  return std::all_of(samples.begin(), samples.end(),
                     [](const Sample& sample) { return std::isfinite(sample.value); });
}

bool all_positive(const std::vector<Sample>& samples) {
  return std::all_of(samples.begin(), samples.end(),
                     [](const Sample& sample) { return sample.value > 0; });
}

// What one side is, whatever its measurement calls itself.
Basis basis_of(const Measurement& measurement) {
  if (measurement.basis == Basis::exact) return Basis::exact;
  if (measurement.samples.size() >= 2) return Basis::sampled;
  if (measurement.samples.empty() && (measurement.n.value_or(0) >= 2 || measurement.spread_percent))
    return Basis::summary;
  return Basis::single;
}

std::optional<double> single_value(const Measurement& measurement) {
  if (measurement.center) return measurement.center;
  return stats::mean(values_of(measurement.samples));
}

// A published summary, or samples reduced to one.
struct Printed {
  std::optional<double> n, mean, sd_relative, se_relative;  // fractions of the mean
};

Printed printed(const Measurement& measurement) {
  Printed side;
  if (measurement.samples.size() >= 2) {
    auto values = values_of(measurement.samples);
    side.n = static_cast<double>(values.size());
    side.mean = stats::mean(values);
    if (*side.mean != 0)
      side.sd_relative = *stats::standard_deviation(values) / std::fabs(*side.mean);
    return side;
  }
  if (measurement.n) side.n = static_cast<double>(*measurement.n);
  side.mean = single_value(measurement);
  if (!measurement.spread_percent) return side;
  // A printed 0 % is a rounded or, in LKP's tables, a truncated one: less than 1 %.
  double spread = *measurement.spread_percent == 0 && measurement.basis == Basis::summary
                      ? 0.01
                      : *measurement.spread_percent / 100;
  switch (measurement.spread_kind) {
    case SpreadKind::sd:
      side.sd_relative = spread;
      break;
    case SpreadKind::population_sd:
      // n is needed to undo the division by n; without one, the sample form for the n assumed
      // later.
      side.sd_relative =
          side.n && *side.n >= 2 ? spread * std::sqrt(*side.n / (*side.n - 1)) : spread;
      break;
    case SpreadKind::standard_error:
      side.se_relative = spread;
      if (side.n) side.sd_relative = spread * std::sqrt(*side.n);
      break;
  }
  return side;
}

// The effect if each side of unknown size had n runs. Absolute where a mean is not positive.
Result<stats::Estimate> effect_with(const Printed& base, const Printed& new_, double n,
                                    SpreadKind base_kind, SpreadKind new_kind, bool relative) {
  auto side = [&](const Printed& printed, SpreadKind kind) {
    stats::Summary summary{printed.n.value_or(n), *printed.mean, 0};
    double spread = printed.sd_relative.value_or(0);
    if (!printed.n && kind == SpreadKind::standard_error)
      spread = printed.se_relative.value_or(0) * std::sqrt(n);
    if (!printed.n && kind == SpreadKind::population_sd) spread *= std::sqrt(n / (n - 1));
    summary.sd = spread * std::fabs(*printed.mean);
    return summary;
  };
  auto a = side(base, base_kind), b = side(new_, new_kind);
  return relative ? stats::welch_log_ratio(a, b) : stats::welch(a, b);
}

// Half a unit of the last digit of a printed value. Zeros that end a whole number may be figures or
// not; the reader says where they are not.
double rounding_of(const SideMeasurement& side, double value) {
  return side.rounding ? *side.rounding : stats::last_place(value) / 2;
}

// Two printed values that differ by less than their rounding do not tell which is the larger.
bool within_rounding(const SideMeasurement& base, const SideMeasurement& new_, double difference) {
  const double known = base.rounding.value_or(0) + new_.rounding.value_or(0);
  return difference != 0 && std::fabs(difference) < known;
}

void weigh_single(Evidence& evidence, const SideMeasurement& base, const SideMeasurement& new_) {
  auto& row = evidence.row;
  row.basis = Basis::single;
  auto side = [](const Measurement& measurement, SideSummary& summary) {
    summary.center = single_value(measurement);
    summary.n = measurement.n;
    if (!measurement.samples.empty())
      summary.n = static_cast<long long>(measurement.samples.size());
    summary.spread_percent = measurement.spread_percent;
    summary.spread_kind = measurement.spread_kind;
  };
  side(base.measurement, row.base);
  side(new_.measurement, row.new_);
  if (!row.base.center || !row.new_.center || !std::isfinite(*row.base.center) ||
      !std::isfinite(*row.new_.center)) {
    row.note = "no value on a side";
    return;
  }
  for (double center : {*row.base.center, *row.new_.center})
    if (auto why = impossible(row.metric, {center}); center < 0 && !why.empty()) {
      row.note = why;
      return;
    }
  row.difference = *row.new_.center - *row.base.center;
  if (*row.base.center != 0)
    row.change_percent = 100 * *row.difference / std::fabs(*row.base.center);
  row.direction = direction_of(row.metric, *row.difference, row.basis);
  if (within_rounding(base, new_, *row.difference)) {
    row.direction = Verdict::undecided;
    row.note = "the printed digits do not tell which is larger";
  }
  // A published value of unknown making counts as one run.
  row.counted = units_text(static_cast<size_t>(row.base.n.value_or(1)),
                           static_cast<size_t>(row.new_.n.value_or(1)), "run", "runs");
}

void weigh_summary(Evidence& evidence, const SideMeasurement& base, const SideMeasurement& new_,
                   const Rules& rules) {
  auto& row = evidence.row;
  auto a = printed(base.measurement), b = printed(new_.measurement);
  weigh_single(evidence, base, new_);
  row.basis = Basis::summary;
  row.base.center = a.mean;
  row.new_.center = b.mean;
  if (row.change_percent) row.direction = direction_of(row.metric, *row.difference, row.basis);
  row.counted =
      a.n && b.n ? units_text(static_cast<size_t>(*a.n), static_cast<size_t>(*b.n), "run", "runs")
                 : "number of runs unknown";
  if (!a.mean || !b.mean || !row.note.empty()) return;
  bool spread_known = (a.sd_relative || a.se_relative) && (b.sd_relative || b.se_relative);
  if (!spread_known) {
    row.note = "no spread is known on a side";
    return;
  }
  evidence.relative = *a.mean > 0 && *b.mean > 0;
  // No interval of printed means is narrower than what their last digits leave open.
  const double x = rounding_of(base, *a.mean), y = rounding_of(new_, *b.mean);
  evidence.least_half_width =
      evidence.relative ? std::log1p(x / *a.mean) + std::log1p(y / *b.mean) : x + y;
  auto kinds = [&](double n) {
    return effect_with(a, b, n, base.measurement.spread_kind, new_.measurement.spread_kind,
                       evidence.relative);
  };
  if (a.n && b.n) {
    auto effect = kinds(2);
    if (!effect) {
      row.note = effect.error().what;
      return;
    }
    if (effect->se == 0) {
      row.note = "no spread is printed to work with";
      return;
    }
    fill_effect(evidence, *effect, rules);
    row.change_percent = 100 * *row.difference / std::fabs(*row.base.center);
    return;
  }
  // The smallest number of runs with which a verdict would follow.
  Evidence trial = evidence;
  auto decision = [&](double n) {
    auto effect = kinds(n);
    if (!effect || effect->se == 0) return stats::Decision::undecided;
    fill_effect(trial, *effect, rules);
    return stats::decide(interval_of(trial, rules.alpha), trial.band, trial.floor);
  };
  double high = 2;
  while (high < 1e7 && decision(high) == stats::Decision::undecided) high *= 2;
  if (auto final = decision(high); final == stats::Decision::undecided) {
    row.note = "the number of runs is unknown, and no number would decide";
    return;
  }
  double low = high / 2;
  if (high == 2) low = 1;
  while (high - low > 1) {
    double middle = std::floor((low + high) / 2);
    (decision(middle) == stats::Decision::undecided ? low : high) = middle;
  }
  auto follows = decision(high);
  std::string word = follows == stats::Decision::same
                         ? "no change bigger than " + human(row.margin_percent, 3) + " %"
                         : name_of(direction_of(
                               row.metric, follows == stats::Decision::higher ? 1 : -1, row.basis));
  row.note = "the number of runs is unknown; " + word + " if at least " + fixed(high, 0) +
             " runs stand behind each side";
}

void weigh_samples(Evidence& evidence, const SideMeasurement& base, const SideMeasurement& new_,
                   const Rules& rules) {
  auto& row = evidence.row;
  row.basis = Basis::sampled;
  const auto& a = base.measurement.samples;
  const auto& b = new_.measurement.samples;
  if (!all_finite(a) || !all_finite(b)) {
    row.note = "a value is not a finite number";
    return;
  }
  evidence.relative = all_positive(a) && all_positive(b);
  auto level = boots_of(a) > 1 && boots_of(b) > 1 ? Level::boot : Level::process;
  auto first = units_of(a, level, evidence.relative),
       second = units_of(b, level, evidence.relative);
  auto raw = [&](const std::vector<Sample>& samples) {
    return units_of(samples, Level::process, false).values;
  };
  auto raw_base = raw(a), raw_new = raw(b);
  row.base = summarize_values(raw_base, evidence.relative);
  row.new_ = summarize_values(raw_new, evidence.relative);
  row.counted = level == Level::boot
                    ? units_text(first.values.size(), second.values.size(), "boot", "boots")
                    : units_text(first.values.size(), second.values.size(), "run", "runs");
  for (const auto* values : {&raw_base, &raw_new})
    if (auto why = impossible(row.metric, *values); !why.empty()) {
      row.note = why;
      return;
    }
  if (repeats_exactly(row, raw_base) && repeats_exactly(row, raw_new)) {
    // Repeats exactly on each side: an exact row, without a p value; any variation makes it a count
    // again.
    auto counted = row.counted;
    auto n_base = row.base.n, n_new = row.new_.n;
    auto exact = weigh_repeating(base, raw_base.front(), raw_new.front());
    exact.row.counted = counted;
    exact.row.base.n = n_base;
    exact.row.new_.n = n_new;
    exact.row.base.spread_percent = exact.row.new_.spread_percent = 0;
    evidence = exact;
    return;
  }
  auto effect =
      stats::yuen(first.values, second.values, stats::usual_trim, stats::TailDf::small_sample);
  if (!effect) {
    // One unit on a side: a direction, no error.
    weigh_single(evidence, base, new_);
    row.basis = Basis::single;
    row.note = "one value on a side has no spread";
    return;
  }
  if (level == Level::process) {
    double inflation =
        std::max(stats::error_inflation(first.processes), stats::error_inflation(second.processes));
    if (inflation > 1) {
      effect->se *= inflation;
      row.note = "neighbouring runs resemble each other: the interval is widened";
    }
    if ((boots_of(a) > 1) != (boots_of(b) > 1))
      row.note = "one side has a single boot: differences between boots are not judged";
  }
  if (row.metric.kind != Kind::share) apply_resolution(evidence, raw_base, raw_new);
  fill_effect(evidence, *effect, rules);
  // Zero is a value of its own: neither 0 % nor infinite.
  if (*row.base.center == 0 && *row.new_.center != 0) row.note = "new";
  if (*row.base.center != 0 && *row.new_.center == 0) row.note = "gone";
  // How much memory is free or which objects live is a state that the boot and its past made:
  // passes of one boot look at it again and again, and do not repeat it.
  if (level == Level::process && row.metric.kind == Kind::size &&
      is_of_the_system(row.workload, row.metric.id)) {
    evidence.effect.reset();
    row.note = "a state of the machine: several boots a side, or pairs, would tell";
    return;
  }
  if (effect->se == 0) {
    apply_resolution(evidence, raw_base, raw_new);
    settle_still_values(evidence, std::min(first.values.size(), second.values.size()));
  }
}

}  // namespace

Evidence weigh(const SideMeasurement& base, const SideMeasurement& new_, const Rules& rules) {
  Evidence evidence = describe_row(new_, rules);
  auto a = basis_of(base.measurement), b = basis_of(new_.measurement);
  if (a == Basis::exact && b == Basis::exact) {
    auto x = single_value(base.measurement), y = single_value(new_.measurement);
    if (x && y) {
      evidence = weigh_exact(new_, {*x, *y, true, false});
      evidence.row.base.n = base.measurement.n;
      evidence.row.new_.n = new_.measurement.n;
      return evidence;
    }
  }
  if (a == Basis::single || b == Basis::single || a == Basis::exact || b == Basis::exact) {
    weigh_single(evidence, base, new_);
    if (a != b) evidence.row.note = "one side has a single value";
  } else if (a == Basis::summary || b == Basis::summary) {
    weigh_summary(evidence, base, new_, rules);
  } else {
    weigh_samples(evidence, base, new_, rules);
  }
  return evidence;
}

}  // namespace lodestone
