// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/look_book.h"

#include <algorithm>

namespace lodestone {

void LookBook::plan(int most, bool single, bool open_ended, double alpha) {
  most_ = most;
  open_ended_ = open_ended;
  counts_ = single ? std::vector<int>{most} : stats::usual_looks(most);
  planned_ = *stats::Looks::plan(counts_, most);
  planned_->bounds(alpha);
  if (!open_ended) planned_->level_of(2, 0);
}

bool LookBook::due(int round) const {
  // Past the usual schedule a look every tenth of the way, for open-ended runs.
  if (open_ended_ && round > 96) return round % (2 * std::max(1, round / 20)) == 0;
  return std::find(counts_.begin(), counts_.end(), round) != counts_.end();
}

void LookBook::note(size_t i, int pairs) {
  if (pairs > 0 && (taken_[i].empty() || taken_[i].back() < pairs)) taken_[i].push_back(pairs);
}

std::pair<stats::Looks, size_t> LookBook::present(size_t i, int pairs) {
  auto counts = taken_[i];
  if (counts.empty() || counts.back() < pairs) counts.push_back(std::max(pairs, 1));
  // The bounds of a look do not depend on later ones: the planned schedule serves while it is kept.
  if (planned_ && counts.size() <= counts_.size() &&
      std::equal(counts.begin(), counts.end(), counts_.begin()))
    return {*planned_, counts.size() - 1};
  for (auto& known : others_)
    if (known.first == counts) return {known.second, counts.size() - 1};
  auto looks = *stats::Looks::plan(counts, std::max(most_, counts.back()));
  others_.emplace_back(counts, looks);
  return {looks, counts.size() - 1};
}

}  // namespace lodestone
