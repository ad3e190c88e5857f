// SPDX-License-Identifier: GPL-2.0-or-later
// Passes over a buffer, one int of every STEP; each access is volatile. 512 bytes are unrolled, as
// in the suite that these passes are equivalent to. Sizes are multiples of 512 (a rest is left
// out).
#pragma once

#include <stddef.h>

namespace lodestone {

template <int step>
inline void read_words(const char* memory, size_t bytes) {
  const volatile int* word = reinterpret_cast<const volatile int*>(memory);
  const volatile int* end = word + bytes / 512 * 128;
  int sum = 0;
  for (; word < end; word += 128) {
#pragma GCC unroll 128
    for (int i = 0; i < 128; i += step) sum += word[i];
  }
  asm volatile("" : : "r"(sum));
}

template <int step>
inline void write_words(char* memory, size_t bytes, int value) {
  volatile int* word = reinterpret_cast<volatile int*>(memory);
  volatile int* end = word + bytes / 512 * 128;
  for (; word < end; word += 128) {
#pragma GCC unroll 128
    for (int i = 0; i < 128; i += step) word[i] = value;
  }
}

template <int step>
inline void read_write_words(char* memory, size_t bytes, int value) {
  volatile int* word = reinterpret_cast<volatile int*>(memory);
  volatile int* end = word + bytes / 512 * 128;
  int sum = 0;
  for (; word < end; word += 128) {
#pragma GCC unroll 128
    for (int i = 0; i < 128; i += step) {
      sum += word[i];
      word[i] = value;
    }
  }
  asm volatile("" : : "r"(sum));
}

template <int step>
inline void copy_words(char* to, const char* from, size_t bytes) {
  volatile int* target = reinterpret_cast<volatile int*>(to);
  const volatile int* source = reinterpret_cast<const volatile int*>(from);
  const volatile int* end = source + bytes / 512 * 128;
  for (; source < end; source += 128, target += 128) {
#pragma GCC unroll 128
    for (int i = 0; i < 128; i += step) target[i] = source[i];
  }
}

}  // namespace lodestone
