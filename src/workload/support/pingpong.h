// SPDX-License-Identifier: GPL-2.0-or-later
// A message to a partner process and the same message back, over any pair of descriptors.
#pragma once

#include "workload/support/partner.h"

namespace lodestone {

struct PingPong {
  int in = -1, out = -1;              // the task's ends; may be the same
  int other_in = -1, other_out = -1;  // the partner's ends
  size_t bytes = 1;
  char* message = nullptr;
  pid_t partner = -1;
  bool broken = false;
};

inline PingPong* make_pingpong(lodestone_task* task, size_t bytes) {
  auto* pair = static_cast<PingPong*>(calloc(1, sizeof(PingPong)));
  if (pair == nullptr) return nullptr;
  pair->in = pair->out = pair->other_in = pair->other_out = pair->partner = -1;
  pair->bytes = bytes < 1 ? 1 : bytes;
  pair->message = static_cast<char*>(calloc(1, pair->bytes));
  task->state = pair;
  return pair;
}

// Forks the partner, which answers until the stream ends. In the child `before` runs first (accept
// a connection, open a name); it returns false to give up.
template <typename Before>
inline int start_echo(lodestone_task* task, PingPong* pair, Before before) {
  if (pair->message == nullptr) return lodestone_fail(task, "no memory");
  pair->partner = start_partner(task, [pair, before] {
    if (pair->in >= 0) close(pair->in);
    if (pair->out >= 0 && pair->out != pair->in) close(pair->out);
    if (!before(pair)) return;
    while (read_fully(pair->other_in, pair->message, pair->bytes) &&
           write_fully(pair->other_out, pair->message, pair->bytes)) {
    }
  });
  if (pair->partner < 0) return lodestone_fail(task, "cannot start the second process: %m");
  // Only the partner holds its ends: if it dies, the stream ends and the task does not wait for
  // ever.
  close(pair->other_in);
  if (pair->other_out >= 0 && pair->other_out != pair->other_in) close(pair->other_out);
  pair->other_in = pair->other_out = -1;
  return 0;
}
inline int start_echo(lodestone_task* task, PingPong* pair) {
  return start_echo(task, pair, [](PingPong*) { return true; });
}

inline void run_pingpong(lodestone_task* task, uint64_t operations) {
  auto* pair = static_cast<PingPong*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    const char sent = static_cast<char>(i);
    pair->message[0] = sent;
    if (!write_fully(pair->out, pair->message, pair->bytes) ||
        !read_fully(pair->in, pair->message, pair->bytes) || pair->message[0] != sent) {
      pair->broken = true;
      lodestone_fail(task, "the second process did not answer with the same bytes");
      return;
    }
    lodestone_count(task, 1);
  }
}

inline int verify_pingpong(lodestone_task* task) {
  return static_cast<PingPong*>(task->state)->broken
             ? lodestone_fail(task, "the second process did not answer with the same bytes")
             : 0;
}

inline void teardown_pingpong(lodestone_task* task) {
  auto* pair = static_cast<PingPong*>(task->state);
  end_partner(pair->partner);
  const int ends[] = {pair->in, pair->out, pair->other_in, pair->other_out};
  for (int i = 0; i < 4; i++) {
    bool seen = ends[i] < 0;
    for (int j = 0; j < i; j++) seen |= ends[j] == ends[i];
    if (!seen) close(ends[i]);
  }
  free(pair->message);
  free(pair);
}

}  // namespace lodestone
