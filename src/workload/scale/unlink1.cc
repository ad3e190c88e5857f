// SPDX-License-Identifier: GPL-2.0-or-later
// One operation creates the task's own file in the scratch folder itself, closes and unlinks it:
// all tasks take the lock of one folder.
#include <fcntl.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

struct State {
  char path[path_size];
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  if (named_file(task, state->path, 0) != 0) return -1;
  unlink(state->path);
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const char* const path = state->path;
  for (uint64_t done = 0; done < operations; ++done) {
    int fd = open(path, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || close(fd) != 0 || unlink(path) != 0) {
      lodestone_fail(task, "create, close and unlink: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  State* const state = state_of(task);
  if (access(state->path, F_OK) == 0) return lodestone_fail(task, "the file is still there");
  return 0;
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  unlink(state->path);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, unlink1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/unlink1",
    .title = "create, close and unlink, one folder",
    .operation = "creates the task's own file in the scratch folder itself, closes and unlinks it",
    .meaning = "creation and removal of a name under one folder's lock",
    .counterpart = "will-it-scale unlink1",
    .exercises = "open close unlink directory-lock",
    .note = "the folder is the pass's own; like=will-it-scale uses the scratch folder itself",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .verify = verify,
    .teardown = teardown,
};
