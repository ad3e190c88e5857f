// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: SIZE bytes of a cached file read in pieces of 64 KiB and summed. The file is in the
// page cache: no disk is read. MB/s with MB = 10^6 bytes. open2close=1 opens the file again for
// each pass.
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
  char* buffer;
};

constexpr size_t piece = 65536;

bool begin(State* state) {
  return (state->buffer = make_memory(piece)) != nullptr;
}

bool pass(State* state) {
  int fd = state->fd;
  if (state->reopen)
    fd = open(state->path, O_RDONLY);
  else if (lseek(fd, 0, SEEK_SET) != 0)
    return false;
  for (size_t done = 0; fd >= 0 && done < state->size;) {
    const ssize_t got = read(fd, state->buffer, piece);
    if (got <= 0) return false;
    read_words<1>(state->buffer, static_cast<size_t>(got));
    done += static_cast<size_t>(got);
  }
  return fd >= 0 && (!state->reopen || close(fd) == 0);
}

void end(State* state) {
  munmap(state->buffer, piece);
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

LODESTONE_WORKLOAD(bw, file_rd) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "bw/file_rd",
    .title = "File read bandwidth",
    .operation = "SIZE bytes of a cached file read in pieces of 64 KiB and summed",
    .meaning = "bandwidth of reading cached file pages",
    .counterpart = "lmbench bw_file_rd",
    .exercises = "read page-cache file-system",
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
