// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/percpu_shift.h"

#include <algorithm>

namespace lodestone::explain {
namespace {

constexpr uint64_t likelier_a_member = 0x4000, largest_area = 0x1000000;

int64_t distance(uint64_t from, uint64_t to) {
  return static_cast<int64_t>(to) - static_cast<int64_t>(from);
}

}  // namespace

void PercpuShift::learn(uint64_t base_offset, uint64_t next_offset) {
  if (base_offset < largest_area && next_offset < largest_area)
    known_.emplace_back(base_offset, next_offset);
}

void PercpuShift::settle() {
  std::sort(known_.begin(), known_.end());
  known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
  std::vector<std::pair<uint64_t, uint64_t>> certain;
  for (size_t i = 0; i < known_.size();) {
    size_t end = i;
    while (end < known_.size() && known_[end].first == known_[i].first) ++end;
    if (end == i + 1) certain.push_back(known_[i]);
    i = end;
  }
  known_ = std::move(certain);
}

std::map<int64_t, size_t> PercpuShift::distances() const {
  std::map<int64_t, size_t> found;
  for (const auto& [from, to] : known_)
    if (from != to) ++found[distance(from, to)];
  return found;
}

bool PercpuShift::moved(uint64_t base_offset, uint64_t next_offset) const {
  if (known_.empty() || base_offset < likelier_a_member || base_offset >= largest_area)
    return false;
  // A variable that nobody reaches through %gs may stand behind the last that is.
  constexpr uint64_t reach = 0x2000;
  const auto above =
      std::upper_bound(known_.begin(), known_.end(), base_offset,
                       [](uint64_t value, const auto& known) { return value < known.first; });
  if (above == known_.begin()) return false;
  const auto& below = *(above - 1);
  const auto& next = above == known_.end() ? below : *above;
  if (above == known_.end() && base_offset - below.first > reach) return false;
  const int64_t shift = distance(base_offset, next_offset);
  const int64_t before = distance(below.first, below.second);
  const int64_t behind = distance(next.first, next.second);
  return shift >= std::min(before, behind) && shift <= std::max(before, behind);
}

}  // namespace lodestone::explain
