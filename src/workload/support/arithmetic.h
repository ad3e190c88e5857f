// SPDX-License-Identifier: GPL-2.0-or-later
// Chains of arithmetic operations. Each result passes through an empty asm statement: the compiler
// has to make it and cannot know it, so nothing is folded, hoisted or vectorised.
#pragma once

#include <stdint.h>

#include "workload/workload.h"

namespace lodestone {

#if defined(__x86_64__)
#define LODESTONE_FLOAT_REGISTER "+x"
#elif defined(__aarch64__)
#define LODESTONE_FLOAT_REGISTER "+w"
#else
#define LODESTONE_FLOAT_REGISTER "+f"
#endif

inline void opaque(int& x) {
  asm volatile("" : "+r"(x));
}
inline void opaque(int64_t& x) {
  asm volatile("" : "+r"(x));
}
inline void opaque(float& x) {
  asm volatile("" : LODESTONE_FLOAT_REGISTER(x));
}
inline void opaque(double& x) {
  asm volatile("" : LODESTONE_FLOAT_REGISTER(x));
}

// Operations whose results stay in range for ever; `y` is opaque, too.
struct Bit {
  static constexpr int operand = 3;
  template <typename T>
  static T apply(T x, T y) {
    return x ^ y;
  }
};
struct Add {
  static constexpr int operand = 1;  // an overflow wraps: the compiler cannot see it coming
  template <typename T>
  static T apply(T x, T y) {
    return static_cast<T>(x + y);
  }
};
struct Mul {
  static constexpr int operand = 1;  // times 1 takes as long and never overflows or decays
  template <typename T>
  static T apply(T x, T y) {
    return static_cast<T>(x * y);
  }
};
struct Div {  // y / x swings between two values, both far from 0
  static constexpr int operand = 1000003;
  template <typename T>
  static T apply(T x, T y) {
    return static_cast<T>(y / x);
  }
};
struct Mod {  // the remainder, brought back to its start by setting a bit
  static constexpr int operand = 1000003;
  template <typename T>
  static T apply(T x, T y) {
    return static_cast<T>((y % x) | 64);
  }
};

// `count` values side by side, each in a register of its own (an array would stay in memory).
template <typename T, typename Op, unsigned count>
struct Chains {
  T x = static_cast<T>(1008 + count);
  Chains<T, Op, count - 1> rest;
  void step(T y) {
    opaque(x);
    x = Op::apply(x, y);
    rest.step(y);
  }
  double used() {
    opaque(x);
    return (x != static_cast<T>(0)) + rest.used();
  }
};
template <typename T, typename Op>
struct Chains<T, Op, 0> {
  void step(T) {}
  double used() { return 0; }
};

template <typename T, typename Op, unsigned count>
double operate(uint64_t turns, lodestone_task* task) {
  Chains<T, Op, count> chains;
  T y = static_cast<T>(Op::operand);
  opaque(y);
  for (uint64_t turn = 0; turn < turns; turn++) {
    for (int i = 0; i < 100; i++) chains.step(y);
    lodestone_count(task, 1);
  }
  return 1 + chains.used();
}

}  // namespace lodestone
