// SPDX-License-Identifier: GPL-2.0-or-later
// Processes that wait on one futex, are woken in one way or another, and come back for the next
// round.
#pragma once

#include <stdlib.h>

#include "workload/support/files.h"
#include "workload/support/futex.h"
#include "workload/support/partner.h"

namespace lodestone {

struct CrowdPlace {
  alignas(256) uint32_t word;      // always 0: everybody waits on it
  alignas(256) uint32_t second;    // the other futex of a requeue; the starts of a helper
  alignas(256) uint32_t waiting;   // about to wait, this round
  alignas(256) uint32_t returned;  // woken, this round
  alignas(256) uint32_t round;     // that may be waited for
  alignas(256) uint32_t halves;    // rounds that a helper has done
};

struct Crowd {
  CrowdPlace* place;
  lodestone_task* task;
  uint32_t size;
  pid_t* waiters;
  pid_t helper;
  double waking_ns;
  uint64_t rounds;
};

inline void end_crowd(lodestone_task* task) {
  auto* crowd = static_cast<Crowd*>(task->state);
  dismiss_partners(task);
  for (uint32_t i = 0; i < crowd->size; i++) end_partner(crowd->waiters[i]);
  end_partner(crowd->helper);
  munmap(crowd->place, sizeof(CrowdPlace));
}

inline int make_crowd(lodestone_task* task) {
  auto* crowd = static_cast<Crowd*>(calloc(1, sizeof(Crowd)));
  const long long size = lodestone_parameter_number(task, "waiters");
  if (crowd == nullptr || size < 1 || size > 10000)
    return lodestone_fail(task, "waiters must be 1 to 10000");
  crowd->size = static_cast<uint32_t>(size);
  crowd->task = task;
  crowd->place = static_cast<CrowdPlace*>(make_shared_memory(sizeof(CrowdPlace)));
  crowd->waiters = static_cast<pid_t*>(calloc(crowd->size, sizeof(pid_t)));
  if (crowd->place == nullptr || crowd->waiters == nullptr)
    return lodestone_fail(task, "no memory");
  task->state = crowd;
  for (uint32_t i = 0; i < crowd->size; i++) {
    CrowdPlace* place = crowd->place;
    crowd->waiters[i] = start_partner(task, [place] {
      for (uint32_t round = 0;; round++) {
        while (__atomic_load_n(&place->round, __ATOMIC_ACQUIRE) == round)
          futex(&place->round, FUTEX_WAIT, round);
        __atomic_add_fetch(&place->waiting, 1, __ATOMIC_ACQ_REL);
        while (futex(&place->word, FUTEX_WAIT, 0) != 0) {  // a signal; the word never changes
        }
        __atomic_add_fetch(&place->returned, 1, __ATOMIC_ACQ_REL);
      }
    });
    if (crowd->waiters[i] < 0) {
      lodestone_skip(task, "only %u processes allowed: %m", i);
      end_crowd(task);
      return -1;
    }
  }
  return 0;
}

// Waits for the last round's waiters to return, opens a round, and waits until all are about to
// wait. A waiter may still be on its way into the kernel: whoever wakes must look at how many were
// woken.
inline bool gather(Crowd* crowd) {
  CrowdPlace* place = crowd->place;
  Patience patience;
  const uint32_t expected = place->round == 0 ? 0 : crowd->size;
  while (__atomic_load_n(&place->returned, __ATOMIC_ACQUIRE) != expected)
    if (!patience.wait()) return false;
  place->returned = 0;
  place->waiting = 0;
  __atomic_add_fetch(&place->round, 1, __ATOMIC_ACQ_REL);
  futex(&place->round, FUTEX_WAKE, 1 << 30);
  while (__atomic_load_n(&place->waiting, __ATOMIC_ACQUIRE) != crowd->size)
    if (!patience.wait()) return false;
  return true;
}

}  // namespace lodestone
