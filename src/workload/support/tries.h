// SPDX-License-Identifier: GPL-2.0-or-later
// Small measurements inside verify(): the cost of a loop that a user may want to subtract, or the
// two parts of a cost.
#pragma once

#include <stdint.h>
#include <time.h>

namespace lodestone {

inline double now_in_ns() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// Nanoseconds of one body(), 11 tries of `turns` turns each, sorted.
template <typename Body>
inline void sorted_tries(double (&tries)[11], unsigned turns, Body body) {
  for (int i = 0; i < 11; i++) {
    const double start = now_in_ns();
    for (unsigned turn = 0; turn < turns; turn++) body();
    const double value = (now_in_ns() - start) / turns;
    int place = i;
    for (; place > 0 && tries[place - 1] > value; place--) tries[place] = tries[place - 1];
    tries[place] = value;
  }
}

template <typename Body>
inline double median_of_tries(unsigned turns, Body body) {
  double tries[11];
  sorted_tries(tries, turns, body);
  return tries[5];
}
// For properties of the hardware, which a busy machine can only make look slower.
template <typename Body>
inline double least_of_tries(unsigned turns, Body body) {
  double tries[11];
  sorted_tries(tries, turns, body);
  return tries[0];
}

// The compiler must have the value, and may not know what becomes of it.
template <typename T>
inline void keep(T& value) {
  asm volatile("" : "+r"(value) : : "memory");
}

}  // namespace lodestone
