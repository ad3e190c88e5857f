// SPDX-License-Identifier: GPL-2.0-or-later
// All tasks take one lock, change the protected words and leave. The layout is a parameter: where
// the words of the lock lie, and how far from them the protected data. One operation is taking and
// leaving the lock.
#pragma once

#include <stdlib.h>

#include "workload/lock/space.h"
#include "workload/support/files.h"

namespace lodestone {

#define LODESTONE_CONTEST_PARAMETERS(distance_of)                                                 \
  {"distance", "64", distance_of " (32: in one 64-byte line, 64: in one pair, 128, 256: apart)"}, \
      {"data", "1024", "bytes from the lock word to the protected words (8: in its line)"},       \
      {"critical", "1", "changes of the protected count inside"},                                 \
      {"parallel", "0", "pause instructions outside"}

#define LODESTONE_CONTEST_QUANTITIES {"handover_share", "share", LODESTONE_NEUTRAL, "share"}

struct Contest {
  LockSpace space;
  volatile uint64_t* count;  // protected
  volatile uint32_t* last;   // protected: number plus one of the task that was inside last
  long critical, parallel;
  size_t bytes;
  volatile uint64_t* done;  // shared: what each task has done, 256 bytes apart
};

struct Contender {
  uint64_t operations, handovers;
};

inline int prepare_contest(lodestone_task* task, long least_distance) {
  const long distance = static_cast<long>(lodestone_parameter_number(task, "distance"));
  const long data = static_cast<long>(lodestone_parameter_number(task, "data"));
  if (distance < least_distance || distance % 4 != 0 || data < 8 || data % 8 != 0 || data > 4096)
    return lodestone_fail(task, "distance must be a multiple of 4 from %ld, data one of 8 to 4096",
                          least_distance);
  if (task->tasks > 65534) return lodestone_fail(task, "at most 65534 tasks");
  // The lock, up to a page on the protected words, 8 KiB on the nodes, and behind them the counts
  // of the tasks.
  const long nodes = 8192 + 4096, after = nodes + static_cast<long>(task->tasks + 1) * distance;
  const size_t bytes = static_cast<size_t>(after) + 4096 + task->tasks * 256ul + sizeof(Contest);
  char* memory = static_cast<char*>(make_shared_memory(bytes));
  if (memory == nullptr) return lodestone_fail(task, "no memory: %m");
  auto* contest = reinterpret_cast<Contest*>(memory + (after + 4095) / 4096 * 4096);
  contest->space = {memory, 0, distance, nodes, false};
  contest->count = reinterpret_cast<volatile uint64_t*>(memory + data);
  contest->last = reinterpret_cast<volatile uint32_t*>(memory + data + 8);
  contest->critical = static_cast<long>(lodestone_parameter_number(task, "critical"));
  contest->parallel = static_cast<long>(lodestone_parameter_number(task, "parallel"));
  contest->bytes = bytes;
  task->shared = contest;
  return 0;
}

inline int join_contest(lodestone_task* task) {
  task->state = calloc(1, sizeof(Contender));
  return task->state == nullptr ? lodestone_fail(task, "no memory") : 0;
}

template <typename Lock>
inline void run_contest(lodestone_task* task, uint64_t operations) {
  auto* contest = static_cast<Contest*>(task->shared);
  auto* self = static_cast<Contender*>(task->state);
  const LockSpace space = contest->space;
  for (uint64_t i = 0; i < operations; i++) {
    Lock::acquire(space, task->index);
    if (*contest->last != task->index + 1) {
      *contest->last = task->index + 1;
      self->handovers++;
    }
    for (long j = 0; j < contest->critical; j++) *contest->count = *contest->count + 1;
    Lock::release(space, task->index);
    lodestone_count(task, 1);
    for (long j = 0; j < contest->parallel; j++) relax();
  }
  self->operations += operations;
}

// The lock excluded: the count, changed without atomic operations, holds at least what this task
// did, and once all tasks have come here exactly what all did. Each task adds its share to the
// books under the lock.
template <typename Lock>
inline int verify_contest(lodestone_task* task) {
  auto* contest = static_cast<Contest*>(task->shared);
  const auto* self = static_cast<Contender*>(task->state);
  struct Books {
    uint64_t done;
    uint32_t tasks;
  };
  auto* books = reinterpret_cast<volatile Books*>(contest + 1);
  Lock::acquire(contest->space, task->index);
  books->done = books->done + self->operations;
  books->tasks = books->tasks + 1;
  const bool all = books->tasks == task->tasks;
  const uint64_t expected = books->done * static_cast<uint64_t>(contest->critical);
  const uint64_t count = *contest->count;
  Lock::release(contest->space, task->index);
  if (count < expected || (all && count != expected))
    return lodestone_fail(task, "the lock did not exclude: the protected count is wrong");
  if (self->operations > 0)
    lodestone_report(task, "handover_share",
                     static_cast<double>(self->handovers) / static_cast<double>(self->operations));
  return 0;
}

inline void leave_contest(lodestone_task* task) {
  free(task->state);
}

inline void end_contest(lodestone_task* task) {
  auto* contest = static_cast<Contest*>(task->shared);
  munmap(contest->space.base, contest->bytes);
}

}  // namespace lodestone
