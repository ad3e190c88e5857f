// SPDX-License-Identifier: GPL-2.0-or-later
// A lock in one 32-bit word like the kernel's queued spinlock (after Long's and Zijlstra's
// published description): a locked byte, a pending byte for the first waiter, and the number plus
// one of the last queued task above them. Only the third contender touches a node, so with two
// tasks the layout of nodes cannot matter.
#pragma once

#include "workload/lock/space.h"

namespace lodestone {

struct QueuedLock {
  static constexpr uint32_t locked = 1, pending = 1u << 8, low = 0xffff;

  static void acquire(const LockSpace& space, unsigned task) {
    uint32_t* word = word_at(space, space.lock);
    uint32_t value = 0;
    if (__atomic_compare_exchange_n(word, &value, locked, false, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED))
      return;
    Spinner spin;
    if ((value & ~locked) == 0) {
      value = __atomic_fetch_or(word, pending, __ATOMIC_ACQUIRE);
      if ((value & ~locked) ==
          0) {  // we are the pending one: the lock is ours when its holder leaves
        while (__atomic_load_n(word, __ATOMIC_ACQUIRE) & locked) spin.turn();
        __atomic_fetch_add(word, locked - pending, __ATOMIC_ACQUIRE);
        return;
      }
      if ((value & pending) == 0) __atomic_fetch_and(word, ~pending, __ATOMIC_RELAXED);
    }
    LockNode* node = node_of(space, task);
    __atomic_store_n(&node->next, static_cast<LockNode*>(nullptr), __ATOMIC_RELAXED);
    __atomic_store_n(&node->locked, 0u, __ATOMIC_RELAXED);
    const uint32_t mine = (task + 1) << 16;
    value = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(word, &value, (value & low) | mine, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED)) {
    }
    if (const uint32_t before = value >> 16) {
      __atomic_store_n(&node_of(space, before - 1)->next, node, __ATOMIC_RELEASE);
      while (__atomic_load_n(&node->locked, __ATOMIC_ACQUIRE) == 0) spin.turn();
    }
    while ((value = __atomic_load_n(word, __ATOMIC_ACQUIRE)) & low) spin.turn();
    for (;;) {
      // Nobody behind us. A pending bit seen here is passing: its owner sees our tail and queues
      // behind us.
      const bool last = value == mine;
      if (__atomic_compare_exchange_n(word, &value, last ? locked : value | locked, false,
                                      __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        if (last) return;
        break;
      }
    }
    LockNode* next;
    while ((next = __atomic_load_n(&node->next, __ATOMIC_ACQUIRE)) == nullptr) spin.turn();
    __atomic_store_n(&next->locked, 1u, __ATOMIC_RELEASE);
  }
  static void release(const LockSpace& space, unsigned) {
    __atomic_fetch_sub(word_at(space, space.lock), locked, __ATOMIC_RELEASE);
  }
};

}  // namespace lodestone
