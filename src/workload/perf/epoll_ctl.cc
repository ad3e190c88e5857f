// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: an eventfd added to an epoll set, modified, and deleted: three calls, over FDS
// eventfds in turn. Nobody waits.
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int epoll;
  long long count;
  int* events;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  state->count = lodestone_parameter_number(task, "fds");
  if (state->count < 1 || state->count > 1000000)
    return lodestone_fail(task, "fds must be 1 to 1000000");
  state->events = static_cast<int*>(calloc(static_cast<size_t>(state->count), sizeof(int)));
  state->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (state->events == nullptr || state->epoll < 0) return lodestone_fail(task, "no epoll: %m");
  for (long long i = 0; i < state->count; i++)
    if ((state->events[i] = eventfd(0, 0)) < 0)
      return lodestone_skip(task, "only %lld descriptors allowed: %m", i);
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  epoll_event event = {};
  long long at = 0;
  for (uint64_t i = 0; i < operations; i++) {
    const int fd = state->events[at];
    at = at + 1 == state->count ? 0 : at + 1;
    event.events = EPOLLIN;
    if (epoll_ctl(state->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
      return static_cast<void>(lodestone_fail(task, "EPOLL_CTL_ADD: %m"));
    event.events = EPOLLOUT;
    if (epoll_ctl(state->epoll, EPOLL_CTL_MOD, fd, &event) != 0 ||
        epoll_ctl(state->epoll, EPOLL_CTL_DEL, fd, &event) != 0)
      return static_cast<void>(lodestone_fail(task, "epoll_ctl: %m"));
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  for (long long i = 0; i < state->count; i++) close(state->events[i]);
  close(state->epoll);
  free(state->events);
}

constexpr lodestone_parameter_declaration parameters[] = {{"fds", "64", "eventfds"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, epoll_ctl) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/epoll_ctl",
    .title = "epoll ctl",
    .operation = "EPOLL_CTL_ADD, MOD and DEL of an eventfd",
    .meaning = "bookkeeping of an epoll set; nobody waits",
    .counterpart = "perf bench epoll ctl",
    .exercises = "epoll_ctl eventfd",
    .note = "one operation is all three calls",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .teardown = lodestone::teardown,
};
