// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: SIZE bytes of a mapped cached file summed. The file is in the page cache: no disk is
// read. MB/s with MB = 10^6 bytes. open2close=1 opens and maps the file again for each pass.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "workload/support/files.h"
#include "workload/support/sweep.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int fd;
  size_t size;
  bool reopen;
  char path[4096];
  char* map;
};

bool begin(State* state) {
  void* map = mmap(nullptr, state->size, PROT_READ, MAP_SHARED, state->fd, 0);
  state->map = map == MAP_FAILED ? nullptr : static_cast<char*>(map);
  return state->map != nullptr;
}

bool pass(State* state) {
  if (!state->reopen) {
    read_words<1>(state->map, state->size);
    return true;
  }
  const int fd = open(state->path, O_RDONLY);
  void* map = fd < 0 ? MAP_FAILED : mmap(nullptr, state->size, PROT_READ, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED) return false;
  read_words<1>(static_cast<char*>(map), state->size);
  return munmap(map, state->size) == 0 && close(fd) == 0;
}

void end(State* state) {
  munmap(state->map, state->size);
}

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  const long long size = lodestone_parameter_number(task, "size");
  if (state == nullptr || size < 512 || size % 512 != 0)
    return lodestone_fail(task, "size must be a multiple of 512 bytes");
  state->size = static_cast<size_t>(size);
  state->reopen = lodestone_parameter_number(task, "open2close") != 0;
  file_path(task, "data", state->path, sizeof state->path);
  state->fd = make_file(task, "data", size);
  task->state = state;
  return state->fd < 0 || !begin(state) ? lodestone_fail(task, "cannot prepare the file: %m") : 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    if (!pass(state)) return static_cast<void>(lodestone_fail(task, "cannot read the file: %m"));
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  end(state);
  close(state->fd);
  remove_file(task, "data");
  free(state);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"size", "64m", "bytes of the file"},
    {"open2close", "0", "1: open and close the file in each pass"},
    {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(bw, mmap_rd) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "bw/mmap_rd",
    .title = "Mmap read bandwidth",
    .operation = "SIZE bytes of a mapped cached file summed",
    .meaning = "bandwidth of reading cached file pages",
    .counterpart = "lmbench bw_mmap_rd",
    .exercises = "mmap munmap page-fault page-cache",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1e-6,
    .unit = "MB/s",
    .units = "size",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .teardown = lodestone::teardown,
};
