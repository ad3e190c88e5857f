// SPDX-License-Identifier: GPL-2.0-or-later
// When an interleaved comparison looks at its pairs, and which bounds hold at each look of each
// subject.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "stats/bounds.h"

namespace lodestone {

class LookBook {
 public:
  explicit LookBook(size_t subjects) : taken_(subjects) {}

  // Fixes the schedule before the first pair: at most `most` pairs a subject; `single`: one look at
  // the end. Computes the bounds for `alpha` now, so that no work of ours falls between processes.
  void plan(int most, bool single, bool open_ended, double alpha);
  // Is there a look after `round` rounds?
  bool due(int round) const;
  // Subject i has been looked at with `pairs` pairs.
  void note(size_t i, int pairs);
  // The looks of subject i, the present one (at `pairs`) last: a subject that lost a pair, or that
  // the budget stopped between two looks, looks at another number than planned. Its bound is
  // computed for that number, whatever the reason to look there.
  std::pair<stats::Looks, size_t> present(size_t i, int pairs);

 private:
  std::vector<std::vector<int>> taken_;  // in pairs
  std::vector<int> counts_;
  int most_ = 1;
  bool open_ended_ = false;
  std::optional<stats::Looks> planned_;
  std::vector<std::pair<std::vector<int>, stats::Looks>> others_;
};

}  // namespace lodestone
