// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: select() on FDS descriptors for writing, timeout 0: all are ready, nothing sleeps. The
// number is the cost of polling FDS descriptors. The first argument is the highest descriptor plus
// one; the original passes the count, so that its top descriptors are never looked at.
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <unistd.h>

#include "workload/support/files.h"
#include "workload/support/loopback.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int fds, first, top;
  unsigned long *wanted, *bits;
  size_t bytes;
  bool failed;
};

// A file, or one end of a loopback TCP connection (its peer stays open in `other`).
int open_first(lodestone_task* task) {
  if (strcmp(lodestone_parameter(task, "kind"), "tcp") != 0) return make_file(task, "select", 1);
  sockaddr_in address;
  const int server = bind_loopback(SOCK_STREAM, &address);
  const int fd = server < 0 ? -1 : connect_loopback(SOCK_STREAM, &address);
  if (server >= 0 && fd >= 0) accept4(server, nullptr, nullptr, SOCK_CLOEXEC);
  if (server >= 0) close(server);
  return fd < 0 ? lodestone_skip(task, "no loopback TCP connection: %m") : fd;
}

int setup(lodestone_task* task) {
  const long long fds = lodestone_parameter_number(task, "fds");
  rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (fds < 1 || fds > (1 << 20)) return lodestone_fail(task, "fds must be 1 to 1048576");
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  state->first = open_first(task);
  if (state->first < 0) return -1;
  state->fds = static_cast<int>(fds);
  int* all = static_cast<int*>(calloc(static_cast<size_t>(fds), sizeof(int)));
  if (all == nullptr) return lodestone_fail(task, "no memory");
  for (int i = 0; i < state->fds; i++) {
    all[i] = i == 0 ? state->first : dup(state->first);
    if (all[i] < 0) return lodestone_skip(task, "only %d descriptors allowed: %m", i);
    if (all[i] > state->top) state->top = all[i];
  }
  state->bytes = (static_cast<size_t>(state->top) / 64 + 1) * 8;
  state->wanted = static_cast<unsigned long*>(calloc(1, state->bytes));
  state->bits = static_cast<unsigned long*>(calloc(1, state->bytes));
  if (state->wanted == nullptr || state->bits == nullptr) return lodestone_fail(task, "no memory");
  for (int i = 0; i < state->fds; i++) state->wanted[all[i] / 64] |= 1ul << (all[i] % 64);
  free(all);
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    memcpy(state->bits, state->wanted, state->bytes);
    timeval none = {0, 0};
    if (select(state->top + 1, nullptr, reinterpret_cast<fd_set*>(state->bits), nullptr, &none) !=
        state->fds)
      state->failed = true;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  return static_cast<State*>(task->state)->failed
             ? lodestone_fail(task, "select did not find all descriptors ready")
             : 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  for (int fd = state->top; fd > 2; fd--)
    if (state->wanted[fd / 64] >> (fd % 64) & 1) close(fd);
  remove_file(task, "select");
  free(state->wanted);
  free(state->bits);
  free(state);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"fds", "200", "how many descriptors (copies of one)"}, {"kind", "file", "file or tcp"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, select) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/select",
    .title = "Select",
    .operation = "select(FDS descriptors for writing, timeout 0)",
    .meaning = "cost of polling FDS ready descriptors; the copy of the bit set is included",
    .counterpart = "lmbench lat_select",
    .exercises = "select poll",
    .note = "polls every descriptor: the first argument is the highest plus one",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
