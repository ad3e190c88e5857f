// SPDX-License-Identifier: GPL-2.0-or-later
// One operation fills an array of 128 descriptors of regular files and polls it; all are ready. The
// limit of open files is raised as far as the hard limit allows: threads need 128 a task in one
// table. Where that is not enough the workload is skipped (the original sized the limit by CPUs,
// not tasks, and aborted).
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr int descriptors = 128;

struct State {
  int fds[descriptors];
  struct pollfd entries[descriptors];
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int prepare(lodestone_task* task) {
  const rlim_t needed = rlim_t{descriptors} * (task->threads ? task->tasks : 1) + 64;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return lodestone_fail(task, "getrlimit: %m");
  if (limit.rlim_cur >= needed) return 0;
  limit.rlim_cur = needed < limit.rlim_max ? needed : limit.rlim_max;
  if (limit.rlim_cur < needed)
    return lodestone_skip(task, "needs %llu descriptors, the hard limit is %llu",
                          static_cast<unsigned long long>(needed),
                          static_cast<unsigned long long>(limit.rlim_max));
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return lodestone_fail(task, "setrlimit: %m");
  return 0;
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  for (int& fd : state->fds) {
    fd = scratch_file(task);
    if (fd < 0) return -1;
  }
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  struct pollfd* const entries = state->entries;
  for (uint64_t done = 0; done < operations; ++done) {
    for (int i = 0; i < descriptors; ++i) {
      entries[i].fd = state->fds[i];
      entries[i].events = POLLOUT;
      entries[i].revents = 0;
    }
    if (poll(entries, descriptors, 0) != descriptors) {
      lodestone_fail(task, "poll: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  for (int fd : state->fds) close(fd);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, poll2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/poll2",
    .title = "poll of 128 descriptors",
    .operation = "fills an array of 128 descriptors of regular files and polls it; all are ready",
    .meaning = "poll's cost per descriptor",
    .counterpart = "will-it-scale poll2",
    .exercises = "poll",
    .note = "raises the descriptor limit by tasks, not by CPUs, and says so where it cannot",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .prepare = prepare,
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
