// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/trimmed.h"

#include <algorithm>
#include <cmath>

#include "stats/sample.h"
#include "stats/welch.h"

namespace lodestone::stats {
namespace {

struct Parts {
  double n = 0, h = 0;
  double mean = 0;
  double winsorized_sd = 0;
};

Result<Parts> parts_of(std::span<const double> values, double trim, const char* name) {
  LODESTONE_TRY(require_finite(values, name));
  auto ordered = sorted(values);
  size_t n = ordered.size();
  // 0.2 * 5 is 1 in decimal but may be just below it in binary.
  auto g = static_cast<size_t>(std::floor(trim * static_cast<double>(n) + 1e-9));
  if (n < 2 || n < 2 * g + 2)
    return fail(ErrorCode::unreadable, std::string(name) + ": too few values for a trimmed mean",
                std::to_string(n) + " given", "measure more processes");
  Parts parts;
  parts.n = static_cast<double>(n);
  parts.h = static_cast<double>(n - 2 * g);
  parts.mean = *mean(std::span(ordered).subspan(g, n - 2 * g));
  for (size_t i = 0; i < g; ++i) {
    ordered[i] = ordered[g];
    ordered[n - 1 - i] = ordered[n - 1 - g];
  }
  parts.winsorized_sd = *standard_deviation(ordered);
  return parts;
}

Result<Stratified> from_blocks(std::span<const Difference> pairs) {
  std::vector<double> effects, positions;
  size_t first = 0, second = 0;
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
    if (pairs[i].base_first == pairs[i + 1].base_first) continue;
    const auto& ab = pairs[i].base_first ? pairs[i] : pairs[i + 1];
    const auto& ba = pairs[i].base_first ? pairs[i + 1] : pairs[i];
    effects.push_back((ab.value + ba.value) / 2);
    positions.push_back((ab.value - ba.value) / 2);
    ++first;
    ++second;
  }
  if (effects.size() < 2)
    return fail(ErrorCode::unreadable, "too few pairs for an error", "", "measure at least four");
  Stratified result;
  LODESTONE_ASSIGN(result.effect, one_sample(effects));
  LODESTONE_ASSIGN(result.position, one_sample(positions));
  result.base_first = first;
  result.base_second = second;
  result.quads = true;
  return result;
}

double df_of(const Parts& parts, TailDf tail) {
  if (tail == TailDf::yuen) return parts.h - 1;
  return (parts.h - 1) * (1 - (parts.n - parts.h) / 2 / parts.n);
}

}  // namespace

Result<Estimate> trimmed_mean(std::span<const double> values, double trim, TailDf tail) {
  LODESTONE_ASSIGN(auto parts, parts_of(values, trim, "sample"));
  return Estimate{parts.mean, parts.winsorized_sd / (parts.h / parts.n * std::sqrt(parts.n)),
                  df_of(parts, tail)};
}

Result<Estimate> yuen(std::span<const double> a, std::span<const double> b, double trim,
                      TailDf tail) {
  LODESTONE_ASSIGN(auto base, parts_of(a, trim, "base"));
  LODESTONE_ASSIGN(auto other, parts_of(b, trim, "new"));
  auto error = [](const Parts& parts) {
    return parts.winsorized_sd * std::sqrt((parts.n - 1) / (parts.h * (parts.h - 1)));
  };
  double se_a = error(base), se_b = error(other);
  return Estimate{other.mean - base.mean, std::hypot(se_a, se_b),
                  combined_df(se_a, df_of(base, tail), se_b, df_of(other, tail))};
}

Result<Stratified> stratified_effect(std::span<const Difference> pairs, double trim) {
  std::vector<double> ab, ba;
  for (const auto& pair : pairs) (pair.base_first ? ab : ba).push_back(pair.value);
  LODESTONE_TRY(require_finite(ab, "pairs"));
  LODESTONE_TRY(require_finite(ba, "pairs"));
  if (ab.size() < 4 || ba.size() < 4) return from_blocks(pairs);
  LODESTONE_ASSIGN(auto first, trimmed_mean(ab, trim, TailDf::small_sample));
  LODESTONE_ASSIGN(auto second, trimmed_mean(ba, trim, TailDf::small_sample));
  double se = std::hypot(first.se, second.se) / 2;
  double df = combined_df(first.se, first.df, second.se, second.df);
  return Stratified{Estimate{(first.value + second.value) / 2, se, df},
                    Estimate{(first.value - second.value) / 2, se, df}, ab.size(), ba.size(),
                    false};
}

}  // namespace lodestone::stats
