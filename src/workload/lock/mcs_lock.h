// SPDX-License-Identifier: GPL-2.0-or-later
// The queue lock of Mellor-Crummey and Scott (1991, section 2.4): each waiter spins on its own
// node.
#pragma once

#include "workload/lock/space.h"

namespace lodestone {

struct McsLock {
  static LockNode** tail(const LockSpace& space) {
    return reinterpret_cast<LockNode**>(space.base + space.lock);
  }
  static void acquire(const LockSpace& space, unsigned task) {
    LockNode* node = node_of(space, task);
    node->next = nullptr;
    node->locked = 0;
    LockNode* previous = __atomic_exchange_n(tail(space), node, __ATOMIC_ACQ_REL);
    if (previous == nullptr) return;
    __atomic_store_n(&previous->next, node, __ATOMIC_RELEASE);
    Spinner spin;
    while (__atomic_load_n(&node->locked, __ATOMIC_ACQUIRE) == 0) spin.turn();
  }
  static void release(const LockSpace& space, unsigned task) {
    LockNode* node = node_of(space, task);
    LockNode* next = __atomic_load_n(&node->next, __ATOMIC_ACQUIRE);
    if (next == nullptr) {
      LockNode* expected = node;
      if (__atomic_compare_exchange_n(tail(space), &expected, static_cast<LockNode*>(nullptr),
                                      false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        return;
      Spinner spin;
      while ((next = __atomic_load_n(&node->next, __ATOMIC_ACQUIRE)) == nullptr) spin.turn();
    }
    __atomic_store_n(&next->locked, 1u, __ATOMIC_RELEASE);
  }
};

}  // namespace lodestone
