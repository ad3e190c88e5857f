// SPDX-License-Identifier: GPL-2.0-or-later
// Descriptive statistics of a list of finite numbers. Sums are compensated (Neumaier 1974), the
// variance is two-pass with its rounding correction (Chan, Golub and LeVeque 1983), so NIST's
// NumAcc4 comes out right.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/result.h"

namespace lodestone::stats {

// Refuses NaN and infinity; `name` heads the message. Errors: ErrorCode::unreadable.
Result<void> require_finite(std::span<const double> values, const char* name);

double sum(std::span<const double> values);
// Nothing when empty.
std::optional<double> mean(std::span<const double> values);
// Sample variance and standard deviation (n - 1). Nothing below two values.
std::optional<double> variance(std::span<const double> values);
std::optional<double> standard_deviation(std::span<const double> values);

std::vector<double> sorted(std::span<const double> values);
// Quantile of type R-7 (Hyndman and Fan 1996), linear between order statistics; p in [0, 1].
// Nothing when empty.
std::optional<double> quantile(std::span<const double> values, double p);
std::optional<double> median(std::span<const double> values);
// 1.4826 times the median distance from the median: the standard deviation when normal. Nothing
// when empty.
std::optional<double> robust_deviation(std::span<const double> values);

// Natural logs. Errors: unreadable if a value is not positive and finite.
Result<std::vector<double>> logarithms(std::span<const double> values, const char* name);

// 100 (exp(theta) - 1), exact near 0, and its inverse.
double percent_of_log(double theta);
double log_of_percent(double percent);

// The difference of two tick counts, taken in integers before any conversion: doubles lose 256 ns
// at 2^61.
double tick_difference(long long later, long long earlier);

}  // namespace lodestone::stats
