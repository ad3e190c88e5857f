// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/sample.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "stats/sum.h"

namespace lodestone::stats {

Result<void> require_finite(std::span<const double> values, const char* name) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i]))
      return fail(ErrorCode::unreadable,
                  std::string(name) + ": value " + std::to_string(i + 1) + " of " +
                      std::to_string(values.size()) + " is not a finite number",
                  "a statistic of it would be meaningless", "leave the failed measurement out");
  }
  return {};
}

double sum(std::span<const double> values) {
  Sum sum;
  for (double value : values) sum.add(value);
  return sum.value();
}

std::optional<double> mean(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  return sum(values) / static_cast<double>(values.size());
}

std::optional<double> variance(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  double n = static_cast<double>(values.size());
  // Around the first value, so that the mean of large close numbers does not round.
  double origin = values.front();
  Sum shifted;
  for (double value : values) shifted.add(value - origin);
  double center = shifted.value() / n;
  Sum around, squares;
  for (double value : values) {
    double distance = value - origin - center;
    around.add(distance);
    squares.add(distance * distance);
  }
  double correction = around.value();
  return std::max(0.0, (squares.value() - correction * correction / n) / (n - 1));
}

std::optional<double> standard_deviation(std::span<const double> values) {
  auto square = variance(values);
  if (!square) return std::nullopt;
  return std::sqrt(*square);
}

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

std::optional<double> quantile(std::span<const double> values, double p) {
  if (values.empty() || !(p >= 0 && p <= 1)) return std::nullopt;
  auto ordered = sorted(values);
  double position = p * static_cast<double>(ordered.size() - 1);
  auto low = static_cast<size_t>(position);
  if (low + 1 >= ordered.size()) return ordered.back();
  double part = position - static_cast<double>(low);
  if (part == 0 || ordered[low] == ordered[low + 1]) return ordered[low];
  return ordered[low] + part * (ordered[low + 1] - ordered[low]);
}

std::optional<double> median(std::span<const double> values) {
  return quantile(values, 0.5);
}

std::optional<double> robust_deviation(std::span<const double> values) {
  auto center = median(values);
  if (!center) return std::nullopt;
  std::vector<double> distances;
  for (double value : values) distances.push_back(std::fabs(value - *center));
  return 1.4826022185056018 * *median(distances);
}

Result<std::vector<double>> logarithms(std::span<const double> values, const char* name) {
  LODESTONE_TRY(require_finite(values, name));
  std::vector<double> logs;
  logs.reserve(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    if (!(values[i] > 0))
      return fail(ErrorCode::unreadable,
                  std::string(name) + ": value " + std::to_string(i + 1) + " is not positive",
                  "a ratio needs positive values", "compare it as a count");
    logs.push_back(std::log(values[i]));
  }
  return logs;
}

double percent_of_log(double theta) {
  return 100 * std::expm1(theta);
}
double log_of_percent(double percent) {
  return std::log1p(percent / 100);
}

double tick_difference(long long later, long long earlier) {
  return static_cast<double>(later - earlier);
}

}  // namespace lodestone::stats
