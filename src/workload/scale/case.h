// SPDX-License-Identifier: GPL-2.0-or-later
// What the cases of this folder share: files that nobody finds later, barriers, the page size. libc
// only.
//
// A "scratch file" has no name once it is open. Named files lie in the pass's own folder, which the
// tool removes even when the program was killed; with like=will-it-scale they lie beside it, as the
// original's lie in /tmp itself (one path component less to walk).
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone::scale {

inline constexpr int path_size = 512;

inline size_t page_size() {
  return static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

inline bool like_original(const lodestone_task* task) {
  return strcmp(lodestone_parameter(task, "like"), "will-it-scale") == 0;
}

// The compiler must take it that `value`, and what it points to, is used.
template <typename T>
inline void keep(T value) {
  asm volatile("" : : "g"(value) : "memory");
}

// Zeroed memory for a task's state.
template <typename State>
State* new_state(lodestone_task* task) {
  task->state = calloc(1, sizeof(State));
  if (task->state == nullptr) lodestone_fail(task, "no memory for the task's state");
  return static_cast<State*>(task->state);
}

// For mkstemp and mkdtemp: a name in the pass's folder, or beside it, beginning with the folder's
// own name.
inline void name_template(const lodestone_task* task, char* path) {
  snprintf(path, path_size, like_original(task) ? "%s.XXXXXX" : "%s/lodestone.XXXXXX",
           task->directory);
}

inline int fill(lodestone_task* task, int fd, size_t bytes) {
  static const char zeros[65536] = {};
  while (bytes > 0) {
    size_t part = bytes < sizeof zeros ? bytes : sizeof zeros;
    ssize_t done = write(fd, zeros, part);
    if (done <= 0) return lodestone_fail(task, "cannot fill a scratch file: %m");
    bytes -= static_cast<size_t>(done);
  }
  if (lseek(fd, 0, SEEK_SET) != 0) return lodestone_fail(task, "lseek: %m");
  return 0;
}

// A new file of `bytes` zeros, open for reading and writing, its name in path[path_size]. -1 with
// the reason noted.
inline int open_named(lodestone_task* task, char* path, size_t bytes) {
  name_template(task, path);
  int fd = mkstemp(path);
  if (fd < 0) return lodestone_fail(task, "cannot make a file in %s: %m", task->directory);
  if (fill(task, fd, bytes) == 0) return fd;
  unlink(path);
  close(fd);
  return -1;
}

inline int named_file(lodestone_task* task, char* path, size_t bytes) {
  int fd = open_named(task, path, bytes);
  if (fd < 0) return -1;
  close(fd);
  return 0;
}

inline int named_folder(lodestone_task* task, char* path) {
  name_template(task, path);
  if (mkdtemp(path) == nullptr)
    return lodestone_fail(task, "cannot make a folder in %s: %m", task->directory);
  return 0;
}

// An empty file in `folder`, its name in path[path_size].
inline int file_in(lodestone_task* task, const char* folder, char* path) {
  snprintf(path, path_size, "%.*s/lodestone.file", path_size - 32, folder);
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
  if (fd < 0) return lodestone_fail(task, "cannot make %s: %m", path);
  close(fd);
  return 0;
}

// An unlinked file of `bytes` zeros; -1 with the reason noted.
inline int scratch_file(lodestone_task* task, size_t bytes = 0) {
  char path[path_size];
  int fd = open_named(task, path, bytes);
  if (fd >= 0) unlink(path);
  return fd;
}

// The same of one hole.
inline int sparse_file(lodestone_task* task, size_t bytes) {
  int fd = scratch_file(task);
  if (fd < 0) return -1;
  if (ftruncate(fd, static_cast<off_t>(bytes)) == 0) return fd;
  close(fd);
  return lodestone_fail(task, "cannot make a file of %zu bytes: %m", bytes);
}

}  // namespace lodestone::scale
