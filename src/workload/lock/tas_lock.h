// SPDX-License-Identifier: GPL-2.0-or-later
// Test-and-set with a test before each attempt (Rudolph and Segall 1984).
#pragma once

#include "workload/lock/space.h"

namespace lodestone {

struct TasLock {
  static void acquire(const LockSpace& space, unsigned) {
    uint32_t* word = word_at(space, space.lock);
    Spinner spin;
    while (__atomic_exchange_n(word, 1u, __ATOMIC_ACQUIRE) != 0)
      while (__atomic_load_n(word, __ATOMIC_RELAXED) != 0) spin.turn();
  }
  static void release(const LockSpace& space, unsigned) {
    __atomic_store_n(word_at(space, space.lock), 0u, __ATOMIC_RELEASE);
  }
};

}  // namespace lodestone
