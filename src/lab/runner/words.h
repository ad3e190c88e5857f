// SPDX-License-Identifier: GPL-2.0-or-later
// The experiments of the runner program. Each is a line of standard input; numbers follow in the
// order of the fields.
#pragma once

#include "lab/runner/crew.h"

namespace lab {

// "words MIX FIRST SECOND WINDOW_US": worker 0 works on the word at offset FIRST, worker 1 on the
// one at SECOND. MIX: 0 both add, 1 both add with a lock prefix, 2 worker 0 writes and worker 1
// reads. One operation is one access.
struct Words {
  int mix;
  char* arena;
  long offset[2];
};
uint64_t words_body(int worker, int64_t deadline_ns, void* argument, Measured* out);

// "lock KIND WORKERS LOCK DISTANCE NODES DATA READ_CPU CRITICAL PARALLEL TIMED WINDOW_US": WORKERS
// threads take a lock, change the protected words, and leave. KIND: 0 test-and-set, 1 ticket, 2
// mcs, 3 osq, 4 queued. DATA: offset of the protected words. CRITICAL: changes of them inside.
// PARALLEL: pause instructions outside. TIMED: clock each hand-over from the one that leaves to
// another that enters; extra is their number and the wait sums to `waited`.
struct Locks {
  int kind;
  char* arena;
  long lock, distance, nodes, data;
  int read_cpu, critical, parallel, timed;
  int64_t waited[most_workers];
};
uint64_t locks_body(int worker, int64_t deadline_ns, void* argument, Measured* out);
// The protected counters hold what all workers did.
bool locks_hold(const Locks& locks, const Measured* measured, int workers);

}  // namespace lab
