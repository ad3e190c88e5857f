// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/distribution.h"

#include <algorithm>
#include <cmath>

namespace lodestone::exact {

void Distribution::add(unsigned phase, uint64_t value, uint64_t times) {
  if (by_phase_.size() <= phase) by_phase_.resize(phase + 1);
  by_phase_[phase][value] += times;
  all_[value] += times;
  operations_ += times;
}

std::optional<uint64_t> Distribution::mode() const {
  std::optional<uint64_t> best;
  uint64_t most = 0;
  for (const auto& [value, times] : all_) {
    if (times <= most) continue;
    bool everywhere = std::all_of(by_phase_.begin(), by_phase_.end(), [&](const auto& phase) {
      uint64_t operations = 0;
      for (const auto& [other, count] : phase) operations += count;
      auto found = phase.find(value);
      return operations == 0 || (found != phase.end() && found->second * 10 >= operations);
    });
    if (!everywhere) continue;
    best = value;
    most = times;
  }
  return best;
}

double Distribution::share_of(uint64_t value) const {
  auto found = all_.find(value);
  if (found == all_.end() || operations_ == 0) return 0;
  return static_cast<double>(found->second) / static_cast<double>(operations_);
}

double Distribution::weakest_share(uint64_t value) const {
  double weakest = 1;
  for (const auto& phase : by_phase_) {
    uint64_t operations = 0;
    for (const auto& [other, count] : phase) operations += count;
    if (operations == 0) continue;
    auto found = phase.find(value);
    double share = found == phase.end()
                       ? 0
                       : static_cast<double>(found->second) / static_cast<double>(operations);
    weakest = std::min(weakest, share);
  }
  return weakest;
}

uint64_t Distribution::minimum() const {
  return all_.empty() ? 0 : all_.begin()->first;
}

uint64_t Distribution::quantile(double part) const {
  auto rank = static_cast<uint64_t>(std::ceil(part * static_cast<double>(operations_)));
  uint64_t seen = 0;
  for (const auto& [value, times] : all_) {
    seen += times;
    if (seen >= std::max<uint64_t>(rank, 1)) return value;
  }
  return all_.empty() ? 0 : all_.rbegin()->first;
}

double Distribution::mean() const {
  double sum = 0;
  for (const auto& [value, times] : all_)
    sum += static_cast<double>(value) * static_cast<double>(times);
  return operations_ == 0 ? 0 : sum / static_cast<double>(operations_);
}

}  // namespace lodestone::exact
