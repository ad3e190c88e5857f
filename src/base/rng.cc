// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/rng.h"

#include <sys/random.h>

#include <cmath>
#include <numbers>

#include "base/clock.h"

namespace lodestone {
namespace {
uint64_t rotate(uint64_t x, int k) {
  return (x << k) | (x >> (64 - k));
}
}  // namespace

Rng::Rng(uint64_t seed) {
  for (uint64_t& word : state_) {
    seed += 0x9e3779b97f4a7c15;
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    word = z ^ (z >> 31);
  }
}

uint64_t Rng::next() {
  const uint64_t result = rotate(state_[1] * 5, 7) * 9;
  const uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate(state_[3], 45);
  return result;
}

uint64_t Rng::below(uint64_t bound) {
  const uint64_t limit = -bound % bound;  // 2^64 mod bound: smaller draws would favour low results
  for (;;) {
    const uint64_t draw = next();
    if (draw >= limit) return draw % bound;
  }
}

double Rng::uniform() {
  return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

double Rng::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  const double angle = 2 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

uint64_t random_seed() {
  uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != sizeof seed)
    seed = static_cast<uint64_t>(utc_ns());
  return seed >> 16;  // 48 bits: short enough to type
}

}  // namespace lodestone
