// SPDX-License-Identifier: GPL-2.0-or-later
// A ring of processes joined by pipes; a token of 4 bytes goes round, and each process sums its own
// buffer before it passes the token on.
#pragma once

#include <string.h>

#include "workload/support/files.h"
#include "workload/support/partner.h"
#include "workload/support/tries.h"

namespace lodestone {

struct Ring {
  unsigned processes;
  long size;
  int (*pipes)[2];
  int own[2];  // a pipe of the task to itself
  pid_t* partners;
  int* buffer;
  bool failed;
};

inline bool pass_on(Ring* ring, int in, int out) {
  int token, sum = 0;
  if (!read_fully(in, &token, sizeof token)) return false;
  for (long i = 0; i < ring->size / 4; i++) sum += ring->buffer[i];
  keep(sum);
  return write_fully(out, &token, sizeof token);
}

inline int make_ring(lodestone_task* task) {
  auto* ring = static_cast<Ring*>(calloc(1, sizeof(Ring)));
  const long long processes = lodestone_parameter_number(task, "processes");
  if (processes < 2 || processes > 4096) return lodestone_fail(task, "processes must be 2 to 4096");
  if (ring == nullptr) return lodestone_fail(task, "no memory");
  ring->processes = static_cast<unsigned>(processes);
  ring->size = static_cast<long>(lodestone_parameter_number(task, "size"));
  ring->pipes = static_cast<int(*)[2]>(calloc(ring->processes, sizeof(int[2])));
  ring->partners = static_cast<pid_t*>(calloc(ring->processes, sizeof(pid_t)));
  ring->buffer = reinterpret_cast<int*>(make_memory(static_cast<size_t>(ring->size) + 64));
  if (!ring->pipes || !ring->partners || !ring->buffer) return lodestone_fail(task, "no memory");
  bool pipes = pipe(ring->own) == 0;
  for (unsigned i = 0; i < ring->processes && pipes; i++) pipes = pipe(ring->pipes[i]) == 0;
  if (!pipes) return lodestone_skip(task, "%u pipes are not allowed: %m", ring->processes + 1);
  for (unsigned i = 1; i < ring->processes; i++) {
    ring->partners[i] = start_partner(task, [ring, i] {
      memset(ring->buffer, 2, static_cast<size_t>(ring->size));  // its own pages
      while (pass_on(ring, ring->pipes[i - 1][0], ring->pipes[i][1])) {
      }
    });
    if (ring->partners[i] < 0) return lodestone_skip(task, "only %u processes allowed: %m", i);
  }
  task->state = ring;
  const int token = 1;  // lies in the last pipe between rounds
  return write(ring->pipes[ring->processes - 1][1], &token, sizeof token) == sizeof token
             ? 0
             : lodestone_fail(task, "cannot write to a pipe: %m");
}

inline void end_ring(lodestone_task* task) {
  auto* ring = static_cast<Ring*>(task->state);
  dismiss_partners(task);
  for (unsigned i = 0; i < ring->processes; i++) {
    end_partner(ring->partners[i]);
    close(ring->pipes[i][0]);
    close(ring->pipes[i][1]);
  }
  close(ring->own[0]);
  close(ring->own[1]);
  munmap(ring->buffer, static_cast<size_t>(ring->size) + 64);
}

}  // namespace lodestone
