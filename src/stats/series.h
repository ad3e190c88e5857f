// SPDX-License-Identifier: GPL-2.0-or-later
// Values in the order in which they were measured: how much of their number is repetition of the
// same.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace lodestone::stats {

// Lag-1 autocorrelation around the mean. Nothing below three values or when all are equal.
std::optional<double> lag1(std::span<const double> values);

// sqrt((1+r)/(1-r)) if r > 2/sqrt(n) (r cut at .95), else 1: by how much an error that assumes
// independence is too small.
double error_inflation(std::span<const double> values);

// Means of consecutive batches of `size` values; an incomplete last batch is left out.
std::vector<double> batch_means(std::span<const double> values, size_t size);

// Effective number of independent values by Geyer's initial positive sequence (1992). For display
// only.
double effective_size(std::span<const double> values);

}  // namespace lodestone::stats
