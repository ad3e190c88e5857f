// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: one event taken by epoll_wait from FDS eventfds that a second process writes in turn,
// and its value read.
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "workload/support/partner.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int epoll;
  long long count;
  int* events;
  pid_t writer;
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
  for (long long i = 0; i < state->count; i++) {
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.fd = state->events[i] = eventfd(0, 0);
    if (event.data.fd < 0 || epoll_ctl(state->epoll, EPOLL_CTL_ADD, event.data.fd, &event) != 0)
      return lodestone_skip(task, "only %lld descriptors allowed: %m", i);
  }
  state->writer = start_partner(task, [state] {
    const uint64_t one = 1;
    for (long long i = 0;; i = i + 1 == state->count ? 0 : i + 1)
      if (write(state->events[i], &one, sizeof one) != sizeof one) return;
  });
  task->state = state;
  return state->writer < 0 ? lodestone_fail(task, "cannot start the writer: %m") : 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    epoll_event event;
    uint64_t value;
    int got;
    while ((got = epoll_wait(state->epoll, &event, 1, 10000)) < 0 && interrupted_only()) {
    }
    if (got != 1 || read(event.data.fd, &value, sizeof value) != sizeof value)
      return static_cast<void>(lodestone_fail(task, "no event in 10 s: %m"));
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  end_partner(state->writer);
  for (long long i = 0; i < state->count; i++) close(state->events[i]);
  close(state->epoll);
  free(state->events);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"fds", "64", "eventfds"}, LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, epoll_wait) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/epoll_wait",
    .title = "epoll wait",
    .operation = "an event taken by epoll_wait and its eventfd read",
    .meaning = "waking through epoll and eventfds",
    .counterpart = "perf bench epoll wait",
    .exercises = "epoll_wait eventfd read write context-switch",
    .note = "warmed up, pinned and repeated by the harness",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .teardown = lodestone::teardown,
};
