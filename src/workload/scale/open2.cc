// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is open(O_RDWR) and close of the task's own file in the task's own folder.
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
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const char* const path = state->path;
  for (uint64_t done = 0; done < operations; ++done) {
    int fd = open(path, O_RDWR);
    if (fd < 0 || close(fd) != 0) {
      lodestone_fail(task, "open and close: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  unlink(state->path);
  rmdir(state->folder);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, open2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/open2",
    .title = "open and close, own file in its own folder",
    .operation = "open(O_RDWR) and close of the task's own file in the task's own folder",
    .meaning = "path look-up, file allocation and release; tasks share no folder",
    .counterpart = "will-it-scale open2",
    .exercises = "open close path-lookup",
    .note =
        "the folders lie in the pass's own; like=will-it-scale makes them in the scratch folder "
        "itself",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
