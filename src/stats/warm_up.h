// SPDX-License-Identifier: GPL-2.0-or-later
// How much of the beginning of a series is still warm-up.
#pragma once

#include <cstddef>
#include <span>

namespace lodestone::stats {

// The marginal standard error rule (K. P. White, Simulation 69(6), 1997; MSER): the number of
// leading values to drop that makes the squared standard error of the mean of the rest smallest, at
// most half of them. 0 for fewer than four values, and where all are equal. It depends on the
// values alone, so the same series is always cut alike.
size_t warm_up_length(std::span<const double> values);

}  // namespace lodestone::stats
