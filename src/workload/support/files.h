// SPDX-License-Identifier: GPL-2.0-or-later
// Files and memory that workloads work on.
#pragma once

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {

// PATH of a file of this task in the folder of the pass.
inline void file_path(const lodestone_task* task, const char* name, char* path, size_t room) {
  snprintf(path, room, "%s/%s.%u", task->directory, name, task->index);
}

// A new file of `bytes` written bytes (never sparse: a hole would be filled by the measurement),
// open for reading and writing; -1 after lodestone_fail().
inline int make_file(lodestone_task* task, const char* name, long long bytes) {
  char path[4096];
  file_path(task, name, path, sizeof path);
  const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return lodestone_fail(task, "cannot make %s: %m", path);
  static char block[65536];
  memset(block, 0x5a, sizeof block);
  for (long long done = 0; done < bytes;) {
    const long long want = bytes - done < 65536 ? bytes - done : 65536;
    const ssize_t put = write(fd, block, static_cast<size_t>(want));
    if (put <= 0) {
      close(fd);
      unlink(path);
      return lodestone_fail(task, "cannot write %lld bytes to %s: %m", bytes, path);
    }
    done += put;
  }
  return fd;
}

inline void remove_file(const lodestone_task* task, const char* name) {
  char path[4096];
  file_path(task, name, path, sizeof path);
  unlink(path);
}

// Anonymous private memory, every page touched, aligned to a page; nullptr if there is none
// (errno).
inline char* make_memory(size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  memset(memory, 1, bytes);
  return static_cast<char*>(memory);
}

// Memory that all tasks see, processes too.
inline void* make_shared_memory(size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace lodestone
