// SPDX-License-Identifier: GPL-2.0-or-later
// Verdicts from an interval and a margin (Schuirmann 1987; Berger and Hsu 1996).
#pragma once

#include "stats/estimate.h"

namespace lodestone::stats {

enum class Decision { lower, higher, same, undecided };

// Everything on the scale of the estimate (logs for ratios). The margin m is a ratio: the band is
// (-log(1+m), log(1+m)). Inside the band: same, even if the interval excludes 0 ("slower, but by
// less than m"). Else by the side of +- floor on which the whole interval lies; floor >= 0 is a
// calibrated noise floor, 0 where none is known.
Decision decide(const Interval& interval, double band, double floor = 0);

// The band of a margin given as a fraction (.01 for 1 %).
double band_of_margin(double margin);

// Two one-sided tests: the larger of both p values that |effect| >= band.
double equivalence_p(const Estimate& estimate, double band);

}  // namespace lodestone::stats
