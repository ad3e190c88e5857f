// SPDX-License-Identifier: GPL-2.0-or-later
// The change between two layouts measured in the same blocks of windows.
#pragma once

#include <vector>

namespace lodestone::lab {

enum class Effect { slower, faster, same, undecided };
const char* name_of(Effect effect);

// Of times: positive is slower. The interval covers the median of the per-block ratios at 99 %, by
// order statistics (the sign test's interval: no assumption about the shape of the noise).
struct Contrast {
  int n = 0;  // blocks
  double change_percent = 0;
  double low_percent = 0;
  double high_percent = 0;
  bool has_interval = false;  // false with too few blocks for one at this confidence
  Effect effect = Effect::undecided;
};

// times[i] and reference[i] come from the same block; pairs in which either is 0 (window discarded)
// are left out. `margin` is a fraction: an interval inside +-margin is `same`, one wholly beyond it
// slower or faster.
Contrast contrast(const std::vector<double>& times, const std::vector<double>& reference,
                  double margin);

double median(std::vector<double> values);  // 0 for none

}  // namespace lodestone::lab
