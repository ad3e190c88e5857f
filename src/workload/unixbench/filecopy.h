/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The nine file tests. Two files of 2000 buffers each (maxblocks * 1024 bytes), written, read or
 * copied over and over: page cache traffic, no disk once the first lap is done. One operation is
 * one buffer; KBps counts each copied buffer once.
 */
#ifndef LODESTONE_UNIXBENCH_FILECOPY_H
#define LODESTONE_UNIXBENCH_FILECOPY_H

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "workload/workload.h"

enum { filecopy_buffers = 2000 };
static char filecopy_buffer[8192];
static int filecopy_source, filecopy_target;
static unsigned filecopy_lap;
static char filecopy_name[2][4096];

static inline int filecopy_open(struct lodestone_task* task, int which) {
  /* UnixBench 5.1.3: all copies share two files. */
  const int shared = strcmp(lodestone_parameter(task, "like"), "unixbench-5.1.3") == 0;
  if (shared)
    snprintf(filecopy_name[which], sizeof filecopy_name[which], "%s/dummy%d", task->directory,
             which);
  else
    snprintf(filecopy_name[which], sizeof filecopy_name[which], "%s/dummy%d-%d", task->directory,
             which, (int)getpid());
  const int created = open(filecopy_name[which], O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (created < 0) return lodestone_fail(task, "cannot create %s: %m", filecopy_name[which]);
  close(created);
  const int fd = open(filecopy_name[which], O_RDWR);
  if (fd < 0) return lodestone_fail(task, "cannot open %s: %m", filecopy_name[which]);
  return fd;
}

static inline void filecopy_write(struct lodestone_task* task, size_t bytes, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    if (write(filecopy_source, filecopy_buffer, bytes) != (ssize_t)bytes) {
      lodestone_fail(task, "cannot write %s: %m", filecopy_name[0]);
      return;
    }
    lodestone_count(task, 1);
    if (++filecopy_lap == filecopy_buffers) {
      lseek(filecopy_source, 0, SEEK_SET);
      filecopy_lap = 0;
    }
  }
}

/* Reads one buffer; at the end of the file rewinds and reads again, which is not counted. */
static inline int filecopy_next(struct lodestone_task* task, size_t bytes, int copying) {
  for (;;) {
    const ssize_t got = read(filecopy_source, filecopy_buffer, bytes);
    if (got == (ssize_t)bytes) return 0;
    if (got != 0) return lodestone_fail(task, "cannot read %s: %m", filecopy_name[0]);
    lseek(filecopy_source, 0, SEEK_SET);
    if (copying) lseek(filecopy_target, 0, SEEK_SET);
  }
}

static inline void filecopy_read(struct lodestone_task* task, size_t bytes, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    if (filecopy_next(task, bytes, 0)) return;
    lodestone_count(task, 1);
  }
}

static inline void filecopy_copy(struct lodestone_task* task, size_t bytes, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    if (filecopy_next(task, bytes, 1)) return;
    if (write(filecopy_target, filecopy_buffer, bytes) != (ssize_t)bytes) {
      lodestone_fail(task, "cannot write %s: %m", filecopy_name[1]);
      return;
    }
    lodestone_count(task, 1);
  }
}

static inline void filecopy_pause(unsigned last) {
  sync();
  sleep(2);
  sync();
  sleep(last);
}

/* Runs one of the three for two seconds, as the original does before the part that it reports. */
static inline void filecopy_phase(struct lodestone_task* task, size_t bytes,
                                  void (*phase)(struct lodestone_task*, size_t, uint64_t)) {
  filecopy_pause(2);
  lseek(filecopy_source, 0, SEEK_SET);
  filecopy_lap = 0;
  const time_t end = time(NULL) + 2;
  do phase(task, bytes, filecopy_buffers);
  while (time(NULL) < end);
}

#include "workload/unixbench/filecopy_workload.h"

#endif
