// SPDX-License-Identifier: GPL-2.0-or-later
// Rounds that a task starts and many processes play: senders wait for the next round, receivers
// report each round they have seen the end of.
#pragma once

#include "workload/support/futex.h"
#include "workload/support/partner.h"

namespace lodestone {

struct Gate {
  alignas(256) uint32_t rounds;    // started so far
  alignas(256) uint32_t arrivals;  // of all receivers, all rounds
  alignas(256) uint32_t target;    // arrivals that end the round
};

// Blocks until more than `seen` rounds are started; how many are.
inline uint32_t wait_for_round(Gate* gate, uint32_t seen) {
  uint32_t rounds;
  while ((rounds = __atomic_load_n(&gate->rounds, __ATOMIC_ACQUIRE)) == seen)
    futex(&gate->rounds, FUTEX_WAIT, seen);
  return rounds;
}

inline void report_arrival(Gate* gate) {
  if (__atomic_add_fetch(&gate->arrivals, 1, __ATOMIC_ACQ_REL) == gate->target)
    futex(&gate->arrivals, FUTEX_WAKE, 1);
}

// Starts a round and waits for `receivers` arrivals; false if they did not come within ten seconds.
inline bool play_round(Gate* gate, uint32_t receivers) {
  const timespec limit = {10, 0};
  __atomic_store_n(&gate->target, gate->arrivals + receivers, __ATOMIC_RELEASE);
  __atomic_add_fetch(&gate->rounds, 1, __ATOMIC_ACQ_REL);
  futex(&gate->rounds, FUTEX_WAKE, 1 << 30);
  for (uint32_t seen; (seen = __atomic_load_n(&gate->arrivals, __ATOMIC_ACQUIRE)) != gate->target;)
    if (futex(&gate->arrivals, FUTEX_WAIT, seen, reinterpret_cast<uint64_t>(&limit)) != 0 &&
        (errno == ETIMEDOUT || partner_lost))
      return false;
  return true;
}

}  // namespace lodestone
