// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/schedule.h"

namespace lodestone {

Schedule::Schedule(size_t subjects, uint64_t seed, std::vector<int> cpus)
    : rng_(seed), decks_rng_(~seed), blocks_(subjects), cpus_(std::move(cpus)), decks_(subjects) {}

std::vector<size_t> Schedule::round(const std::vector<bool>& active) {
  std::vector<size_t> order;
  for (size_t i = 0; i < active.size(); ++i)
    if (active[i]) order.push_back(i);
  rng_.shuffle(order);
  return order;
}

bool Schedule::base_first(size_t subject) {
  Block& block = blocks_[subject];
  if (block.open) {
    block.open = false;
    return !block.first;
  }
  block.open = true;
  block.first = rng_.coin();
  return block.first;
}

std::optional<int> Schedule::begin_on(size_t subject) {
  if (cpus_.size() < 2) return std::nullopt;
  auto& deck = decks_[subject];
  if (deck.empty()) {
    deck = cpus_;
    decks_rng_.shuffle(deck);
  }
  const int cpu = deck.back();
  deck.pop_back();
  return cpu;
}

std::string Schedule::padding() {
  return "LODESTONE_PADDING=" + std::string(rng_.below(4096), 'x');
}

}  // namespace lodestone
