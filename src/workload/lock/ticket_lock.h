// SPDX-License-Identifier: GPL-2.0-or-later
// Ticket lock (Mellor-Crummey and Scott 1991, section 2.2): the next ticket and the one being
// served are two words, `distance` bytes apart.
#pragma once

#include "workload/lock/space.h"

namespace lodestone {

struct TicketLock {
  static void acquire(const LockSpace& space, unsigned) {
    const uint32_t mine = __atomic_fetch_add(word_at(space, space.lock), 1u, __ATOMIC_RELAXED);
    const uint32_t* serving = word_at(space, space.lock + space.distance);
    Spinner spin;
    while (__atomic_load_n(serving, __ATOMIC_ACQUIRE) != mine) spin.turn();
  }
  static void release(const LockSpace& space, unsigned) {
    uint32_t* serving = word_at(space, space.lock + space.distance);
    __atomic_store_n(serving, *serving + 1, __ATOMIC_RELEASE);
  }
};

}  // namespace lodestone
