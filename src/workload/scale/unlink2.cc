// SPDX-License-Identifier: GPL-2.0-or-later
// One operation creates a file in the task's own folder, closes and unlinks it.
#include <fcntl.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

struct State {
  char folder[path_size];
  char path[path_size];
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  if (named_folder(task, state->folder) != 0) return -1;
  if (file_in(task, state->folder, state->path) != 0) return -1;
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
  rmdir(state->folder);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, unlink2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/unlink2",
    .title = "create, close and unlink, own folder",
    .operation = "creates a file in the task's own folder, closes and unlinks it",
    .meaning = "creation and removal of a name; tasks share no folder",
    .counterpart = "will-it-scale unlink2",
    .exercises = "open close unlink",
    .note =
        "the folders lie in the pass's own; like=will-it-scale makes them in the scratch folder "
        "itself",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .verify = verify,
    .teardown = teardown,
};
