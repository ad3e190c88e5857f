// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a file of SIZE bytes created (creat, write, close) and later deleted (unlink). Files
// are made a hundred at a time in one folder, then deleted; create_time and delete_time divide the
// time between the two. Nothing is synced: caches and the journal in memory are measured, not the
// disk.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workload/support/files.h"
#include "workload/support/tries.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

constexpr uint64_t together = 100;

struct State {
  size_t size;
  char* bytes;
  double create_ns, delete_ns, files;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  state->size = static_cast<size_t>(lodestone_parameter_number(task, "size"));
  state->bytes = static_cast<char*>(calloc(1, state->size + 1));
  if (state->bytes == nullptr) return lodestone_fail(task, "no memory");
  char path[4096];
  file_path(task, "files", path, sizeof path);
  if (mkdir(path, 0700) != 0) return lodestone_fail(task, "cannot make %s: %m", path);
  task->state = state;
  return 0;
}

void number(char* name, uint64_t i) {
  name[1] = static_cast<char>('0' + i / 10);
  name[2] = static_cast<char>('0' + i % 10);
}

bool make(const State* state, const char* path) {
  const int fd = creat(path, 0600);
  const auto size = static_cast<ssize_t>(state->size);
  return fd >= 0 && (size == 0 || write(fd, state->bytes, state->size) == size) && close(fd) == 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  char path[4096 + 8];
  file_path(task, "files", path, 4096);
  char* name = path + strlen(path);
  name[0] = '/';
  name[3] = 0;
  for (uint64_t done = 0; done < operations;) {
    const uint64_t batch = operations - done < together ? operations - done : together;
    const double start = now_in_ns();
    for (uint64_t i = 0; i < batch; i++) {
      number(name, i);
      if (!make(state, path)) return static_cast<void>(lodestone_fail(task, "no file made: %m"));
    }
    const double middle = now_in_ns();
    for (uint64_t i = 0; i < batch; i++) {
      number(name, i);
      if (unlink(path) != 0) lodestone_fail(task, "cannot delete a file: %m");
      lodestone_count(task, 1);
    }
    state->create_ns += middle - start;
    state->delete_ns += now_in_ns() - middle;
    state->files += static_cast<double>(batch);
    done += batch;
  }
}

int verify(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  lodestone_report(task, "create_time", state->create_ns * 1e-3 / state->files);
  lodestone_report(task, "delete_time", state->delete_ns * 1e-3 / state->files);
  return 0;
}

void teardown(lodestone_task* task) {
  char path[4096];
  file_path(task, "files", path, sizeof path);
  rmdir(path);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"size", "0", "bytes written to each file"}, {}};

constexpr lodestone_quantity quantities[] = {{"create_time", "us", LODESTONE_LOWER, "time"},
                                             {"delete_time", "us", LODESTONE_LOWER, "time"},
                                             {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, fs) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/fs",
    .title = "File create/delete",
    .operation = "a file of SIZE bytes created and deleted, a hundred at a time",
    .meaning = "metadata work of the file system in memory; nothing is synced",
    .counterpart = "lmbench lat_fs",
    .exercises = "creat write close unlink file-system",
    .note = "creation and deletion timed within the same run",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .parameters = lodestone::parameters,
    .quantities = lodestone::quantities,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
