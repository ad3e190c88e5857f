// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/welch.h"

#include <cmath>
#include <vector>

#include "stats/sample.h"

namespace lodestone::stats {
namespace {

tl::unexpected<Error> too_few() {
  return fail(ErrorCode::unreadable, "fewer than two values on a side",
              "a spread needs at least two", "measure more processes");
}

Result<Summary> summarize(std::span<const double> values, const char* name) {
  LODESTONE_TRY(require_finite(values, name));
  if (values.size() < 2) return too_few();
  return Summary{static_cast<double>(values.size()), *mean(values), *standard_deviation(values)};
}

}  // namespace

double combined_df(double se_a, double df_a, double se_b, double df_b) {
  // Scaled by the larger error, so that squares of tiny numbers do not vanish.
  double scale = std::fmax(se_a, se_b);
  if (!(scale > 0)) return df_a + df_b;
  double a = se_a / scale * (se_a / scale), b = se_b / scale * (se_b / scale);
  return (a + b) * (a + b) / (a * a / df_a + b * b / df_b);
}

Result<Estimate> welch(const Summary& a, const Summary& b) {
  for (const Summary* side : {&a, &b}) {
    if (!(side->n >= 2)) return too_few();
    if (!std::isfinite(side->mean) || !std::isfinite(side->sd) || side->sd < 0)
      return fail(ErrorCode::unreadable, "a mean or spread is not a finite number");
  }
  double se_a = a.sd / std::sqrt(a.n), se_b = b.sd / std::sqrt(b.n);
  return Estimate{b.mean - a.mean, std::hypot(se_a, se_b),
                  combined_df(se_a, a.n - 1, se_b, b.n - 1)};
}

Result<Estimate> welch(std::span<const double> a, std::span<const double> b) {
  LODESTONE_ASSIGN(auto base, summarize(a, "base"));
  LODESTONE_ASSIGN(auto other, summarize(b, "new"));
  return welch(base, other);
}

Result<Estimate> welch_log_ratio(const Summary& a, const Summary& b) {
  if (!(a.mean > 0) || !(b.mean > 0))
    return fail(ErrorCode::unreadable, "a mean is not positive", "a ratio needs positive values");
  LODESTONE_ASSIGN(auto estimate,
                   welch(Summary{a.n, 0, a.sd / a.mean}, Summary{b.n, 0, b.sd / b.mean}));
  // Close means: log1p of the relative difference keeps the digits that the quotient rounds away.
  double relative = (b.mean - a.mean) / a.mean;
  estimate.value =
      std::fabs(relative) < 0.5 ? std::log1p(relative) : std::log(b.mean) - std::log(a.mean);
  return estimate;
}

Result<Estimate> one_sample(std::span<const double> values) {
  LODESTONE_ASSIGN(auto summary, summarize(values, "sample"));
  return Estimate{summary.mean, summary.sd / std::sqrt(summary.n), summary.n - 1};
}

Result<Estimate> paired(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size())
    return fail(ErrorCode::unreadable, "paired sides have different lengths");
  std::vector<double> differences;
  for (size_t i = 0; i < a.size(); ++i) differences.push_back(b[i] - a[i]);
  return one_sample(differences);
}

}  // namespace lodestone::stats
