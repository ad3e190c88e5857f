// SPDX-License-Identifier: GPL-2.0-or-later
// Where the words of a lock lie. All locks of this folder work on plain memory at given offsets, so
// that the layout is a parameter; they never allocate, and the memory may be shared between
// processes that map it at one address.
#pragma once

#include <sched.h>
#include <stdint.h>

namespace lodestone {

struct LockSpace {
  char* base;     // zeroed before first use, aligned to 4096
  long lock;      // offset of the lock word
  long distance;  // bytes between neighbouring hot words: nodes of a queue, the two words of a
                  // ticket lock
  long nodes;     // offset of the first queue node; node i is at nodes + i * distance
  bool read_cpu;  // osq: read the predecessor's CPU number in the spin loop, as a paravirt kernel
                  // does
};

// Queue nodes: the field order and size of the kernel's optimistic_spin_node
// (include/linux/osq_lock.h): cpu at 0x14.
struct LockNode {
  LockNode* next;
  LockNode* prev;
  uint32_t locked;
  uint32_t cpu;  // the task's number plus one; 0 is "nobody"
};

inline LockNode* node_of(const LockSpace& space, unsigned task) {
  return reinterpret_cast<LockNode*>(space.base + space.nodes +
                                     static_cast<long>(task) * space.distance);
}

inline uint32_t* word_at(const LockSpace& space, long offset) {
  return reinterpret_cast<uint32_t*>(space.base + offset);
}

inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield" ::: "memory");
#else
  asm volatile("" ::: "memory");
#endif
}

// One turn of a spin loop. A user-space spinner cannot forbid preemption: after `limit` turns it
// gives its CPU away, so that a holder that lost its CPU gets it back. On a machine with a CPU for
// each task this is never reached.
struct Spinner {
  static constexpr unsigned limit = 20000;
  unsigned turns = 0;
  void turn() {
    relax();
    if (++turns >= limit) {
      turns = 0;
      sched_yield();
    }
  }
};

}  // namespace lodestone
