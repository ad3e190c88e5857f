// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: fstat(descriptor). The file is a new one in the folder of the pass (parameter file
// names another); its path length and file system are part of what is measured. A call that fails
// ends the run without a result; the original goes on timing the error path.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workload/support/files.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  char path[4096];
  int fd;
  bool own;
  bool failed;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  const char* file = lodestone_parameter(task, "file");
  state->own = *file == 0;
  if (state->own) {
    state->fd = make_file(task, "file", 4096);
    file_path(task, "file", state->path, sizeof state->path);
  } else {
    snprintf(state->path, sizeof state->path, "%s", file);
    state->fd = open(file, O_RDONLY);
    if (state->fd < 0) lodestone_fail(task, "cannot open %s: %m", file);
  }
  if (state->fd < 0) {
    free(state);
    return -1;
  }
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  struct stat info;
  for (uint64_t i = 0; i < operations; i++) {
    if (fstat(state->fd, &info) != 0) state->failed = true;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  return static_cast<State*>(task->state)->failed ? lodestone_fail(task, "a call failed") : 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  close(state->fd);
  if (state->own) remove_file(task, "file");
  free(state);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"file", "", "the file; empty: a new one in the folder of the pass"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, fstat) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/fstat",
    .title = "Simple fstat",
    .operation = "fstat(descriptor)",
    .meaning = "inode attributes without a path walk",
    .counterpart = "lmbench lat_syscall fstat",
    .exercises = "fstat vfs",
    .note = "a failing call fails the run",
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
