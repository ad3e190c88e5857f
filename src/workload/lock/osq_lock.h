// SPDX-License-Identifier: GPL-2.0-or-later
// A queue of optimistic spinners after the published description of the kernel's
// (kernel/locking/osq_lock.c is not copied): nodes keep the CPU number plus one, the tail word is
// such a number, and a spinner that has waited long leaves the queue again. With read_cpu each turn
// of the spin loop loads prev->cpu and subtracts one, the argument of vcpu_is_preempted() in a
// kernel with paravirtual spinlocks; that load touches the predecessor's node, which its owner
// writes.
#pragma once

#include "workload/lock/space.h"

namespace lodestone {

struct OsqLock {
  static uint32_t* tail(const LockSpace& space) { return word_at(space, space.lock); }

  // Takes `node` off the tail (true: nobody stood behind it), or waits until a successor has linked
  // itself.
  static bool leave_tail(const LockSpace& space, LockNode* node, uint32_t before, LockNode** next) {
    Spinner spin;
    for (;;) {
      uint32_t expected = node->cpu;
      if (__atomic_load_n(tail(space), __ATOMIC_RELAXED) == expected &&
          __atomic_compare_exchange_n(tail(space), &expected, before, false, __ATOMIC_ACQ_REL,
                                      __ATOMIC_RELAXED))
        return true;
      if (__atomic_load_n(&node->next, __ATOMIC_RELAXED) != nullptr) {
        *next = __atomic_exchange_n(&node->next, static_cast<LockNode*>(nullptr), __ATOMIC_ACQ_REL);
        if (*next != nullptr) return false;
      }
      spin.turn();
    }
  }

  // False: left the queue without the lock.
  static bool try_acquire(const LockSpace& space, unsigned task) {
    LockNode* node = node_of(space, task);
    __atomic_store_n(&node->locked, 0u, __ATOMIC_RELAXED);
    __atomic_store_n(&node->next, static_cast<LockNode*>(nullptr), __ATOMIC_RELAXED);
    __atomic_store_n(&node->cpu, task + 1, __ATOMIC_RELAXED);
    const uint32_t old = __atomic_exchange_n(tail(space), task + 1, __ATOMIC_ACQ_REL);
    if (old == 0) return true;
    LockNode* previous = node_of(space, old - 1);
    __atomic_store_n(&node->prev, previous, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    __atomic_store_n(&previous->next, node, __ATOMIC_RELEASE);
    for (unsigned turns = 0; turns < Spinner::limit; ++turns) {
      if (__atomic_load_n(&node->locked, __ATOMIC_ACQUIRE) != 0) return true;
      if (space.read_cpu) {
        const LockNode* ahead = __atomic_load_n(&node->prev, __ATOMIC_RELAXED);
        const uint32_t cpu = __atomic_load_n(&ahead->cpu, __ATOMIC_RELAXED) - 1;
        asm volatile("" ::"r"(cpu));  // the argument is made, nothing is done with it
      }
      relax();
    }
    Spinner spin;
    for (;;) {  // undo prev->next = node, unless the lock arrives meanwhile
      LockNode* expected = node;
      if (__atomic_load_n(&previous->next, __ATOMIC_RELAXED) == node &&
          __atomic_compare_exchange_n(&previous->next, &expected, static_cast<LockNode*>(nullptr),
                                      false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        break;
      if (__atomic_load_n(&node->locked, __ATOMIC_ACQUIRE) != 0) return true;
      spin.turn();
      previous = __atomic_load_n(&node->prev, __ATOMIC_RELAXED);
    }
    LockNode* next = nullptr;
    if (leave_tail(space, node, previous->cpu, &next)) return false;
    __atomic_store_n(&next->prev, previous, __ATOMIC_RELAXED);
    __atomic_store_n(&previous->next, next, __ATOMIC_RELEASE);
    return false;
  }

  static void acquire(const LockSpace& space, unsigned task) {
    while (!try_acquire(space, task)) sched_yield();
  }
  static void release(const LockSpace& space, unsigned task) {
    LockNode* node = node_of(space, task);
    uint32_t expected = task + 1;
    if (__atomic_compare_exchange_n(tail(space), &expected, 0u, false, __ATOMIC_RELEASE,
                                    __ATOMIC_RELAXED))
      return;
    LockNode* next =
        __atomic_exchange_n(&node->next, static_cast<LockNode*>(nullptr), __ATOMIC_ACQ_REL);
    if (next == nullptr && leave_tail(space, node, 0, &next)) return;
    __atomic_store_n(&next->locked, 1u, __ATOMIC_RELEASE);
  }
};

}  // namespace lodestone
