// SPDX-License-Identifier: GPL-2.0-or-later
// A seeded generator that gives the same numbers on every machine (std:: distributions do not):
// xoshiro256** seeded by splitmix64 (Blackman and Vigna, prng.di.unimi.it, public domain
// algorithms).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lodestone {

class Rng {
 public:
  explicit Rng(uint64_t seed);
  uint64_t next();
  uint64_t below(uint64_t bound);  // uniform in [0, bound), without bias; bound > 0
  double uniform();                // [0, 1)
  double normal();                 // mean 0, standard deviation 1 (Box-Muller)
  bool coin() { return next() >> 63; }

  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  uint64_t state_[4];
  double spare_ = 0;
  bool has_spare_ = false;
};

// A seed from the system, for when the user gave none. It is printed and stored.
uint64_t random_seed();

}  // namespace lodestone
