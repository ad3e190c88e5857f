// SPDX-License-Identifier: GPL-2.0-or-later
// Chains of pointers through memory. Orders are drawn from a fixed seed, so that two runs do the
// same work.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

namespace lodestone {

inline uint64_t next_random(uint64_t* state) {  // xorshift64 (Marsaglia 2003)
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

// 0 .. count-1 in random order (Fisher and Yates).
inline void shuffled(unsigned* order, unsigned count) {
  uint64_t seed = 88172645463325252ull;
  for (unsigned i = 0; i < count; i++) order[i] = i;
  for (unsigned i = count; i > 1; i--) {
    const unsigned other = static_cast<unsigned>(next_random(&seed) % i);
    const unsigned kept = order[i - 1];
    order[i - 1] = order[other];
    order[other] = kept;
  }
}

// One cycle through a word in every `stride` bytes; `shift` more bytes into each stride than into
// the one before, modulo the stride. Returns where to start; nullptr without memory.
inline void** make_chain(char* memory, size_t bytes, size_t stride, bool random, size_t shift = 0) {
  const unsigned count = static_cast<unsigned>(bytes / stride);
  unsigned* order = static_cast<unsigned*>(malloc(count * sizeof(unsigned)));
  if (order == nullptr) return nullptr;
  if (random)
    shuffled(order, count);
  else
    for (unsigned i = 0; i < count; i++) order[i] = i;
  const auto word = [=](unsigned i) {
    const size_t into = shift ? i * shift % stride : 0;
    return reinterpret_cast<void**>(memory + i * stride + into);
  };
  for (unsigned i = 0; i < count; i++) *word(order[i]) = word(order[(i + 1) % count]);
  void** start = word(order[0]);
  free(order);
  return start;
}

// Blocks of 512 bytes in random order, in each block two words: the one at 256 + distance, then the
// one at 256 (downwards, since most prefetchers run upwards). 0 < distance < 256.
inline void** make_pair_chain(char* memory, size_t bytes, size_t distance) {
  const unsigned blocks = static_cast<unsigned>(bytes / 512);
  unsigned* order = static_cast<unsigned*>(malloc(blocks * sizeof(unsigned)));
  if (order == nullptr) return nullptr;
  shuffled(order, blocks);
  for (unsigned i = 0; i < blocks; i++) {
    char* block = memory + order[i] * 512ul + 256;
    char* next_block = memory + order[(i + 1) % blocks] * 512ul + 256;
    *reinterpret_cast<void**>(block + distance) = block;
    *reinterpret_cast<void**>(block) = next_block + distance;
  }
  void** start = reinterpret_cast<void**>(memory + order[0] * 512ul + 256);
  free(order);
  return start;
}

inline void** follow_hundred(void** at) {
  for (int i = 0; i < 100; i++) at = static_cast<void**>(*static_cast<void* volatile*>(at));
  return at;
}

}  // namespace lodestone
