// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/runner/words.h"
#include "workload/lock/mcs_lock.h"
#include "workload/lock/osq_lock.h"
#include "workload/lock/queued_lock.h"
#include "workload/lock/tas_lock.h"
#include "workload/lock/ticket_lock.h"

namespace lab {
namespace {

// The protected words: a count, who was inside last, and when it left.
struct Protected {
  volatile uint64_t count;
  volatile uint32_t last;
  volatile int64_t left_ns;
};

template <typename Lock>
uint64_t contend(int worker, int64_t deadline_ns, Locks& locks, Measured* out) {
  const lodestone::LockSpace space{locks.arena, locks.lock, locks.distance, locks.nodes,
                                   locks.read_cpu != 0};
  Protected* data = reinterpret_cast<Protected*>(locks.arena + locks.data);
  const unsigned self = static_cast<unsigned>(worker);
  uint64_t operations = 0;
  int64_t waited = 0;
  do {
    for (int i = 0; i < 64; ++i) {
      Lock::acquire(space, self);
      if (data->last != self + 1) {
        if (data->last != 0) {
          ++out->extra;
          if (locks.timed) waited += now_ns() - data->left_ns;
        }
        data->last = self + 1;
      }
      for (int j = 0; j < locks.critical; ++j) data->count = data->count + 1;
      if (locks.timed) data->left_ns = now_ns();
      Lock::release(space, self);
      for (int j = 0; j < locks.parallel; ++j) lodestone::relax();
    }
    operations += 64;
  } while (now_ns() < deadline_ns);
  locks.waited[worker] = waited;
  return operations;
}

}  // namespace

uint64_t locks_body(int worker, int64_t deadline_ns, void* argument, Measured* out) {
  Locks& locks = *static_cast<Locks*>(argument);
  switch (locks.kind) {
    case 0:
      return contend<lodestone::TasLock>(worker, deadline_ns, locks, out);
    case 1:
      return contend<lodestone::TicketLock>(worker, deadline_ns, locks, out);
    case 2:
      return contend<lodestone::McsLock>(worker, deadline_ns, locks, out);
    case 3:
      return contend<lodestone::OsqLock>(worker, deadline_ns, locks, out);
    default:
      return contend<lodestone::QueuedLock>(worker, deadline_ns, locks, out);
  }
}

bool locks_hold(const Locks& locks, const Measured* measured, int workers) {
  uint64_t sum = 0;
  for (int i = 0; i < workers; ++i) sum += measured[i].operations;
  return reinterpret_cast<const Protected*>(locks.arena + locks.data)->count ==
         sum * static_cast<uint64_t>(locks.critical);
}

}  // namespace lab
