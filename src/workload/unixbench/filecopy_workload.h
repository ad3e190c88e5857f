/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Set-up, check, end and declaration that the nine file tests share. Included by filecopy.h. */
#ifndef LODESTONE_UNIXBENCH_FILECOPY_WORKLOAD_H
#define LODESTONE_UNIXBENCH_FILECOPY_WORKLOAD_H

static inline int filecopy_setup(struct lodestone_task* task, size_t bytes, char mode) {
  for (unsigned i = 0; i < sizeof filecopy_buffer; i++) filecopy_buffer[i] = (char)i;
  filecopy_lap = 0;
  filecopy_source = filecopy_open(task, 0);
  if (filecopy_source < 0) return -1;
  filecopy_target = filecopy_open(task, 1);
  if (filecopy_target < 0) return -1;
  if (strncmp(lodestone_parameter(task, "like"), "unixbench", 9) == 0) {
    if (mode != 'w') filecopy_phase(task, bytes, filecopy_write);
    if (mode == 'c') filecopy_phase(task, bytes, filecopy_read);
    filecopy_pause(mode == 'c' ? 1 : 2);
  } else {
    filecopy_write(task, bytes, filecopy_buffers);
    /* Clean pages at the start, without the system-wide sync() of every copy that stalls machines
     * with many disks. */
    if (fsync(filecopy_source) != 0)
      return lodestone_fail(task, "cannot sync %s: %m", filecopy_name[0]);
  }
  lseek(filecopy_source, 0, SEEK_SET);
  filecopy_lap = 0;
  return 0;
}

static inline int filecopy_verify(struct lodestone_task* task, size_t bytes) {
  char back[8192];
  const off_t size = lseek(filecopy_source, 0, SEEK_END);
  if (size != (off_t)bytes * filecopy_buffers)
    return lodestone_fail(task, "the file has %lld bytes instead of %lld", (long long)size,
                          (long long)bytes * filecopy_buffers);
  if (pread(filecopy_source, back, bytes, size - (off_t)bytes) != (ssize_t)bytes ||
      memcmp(back, filecopy_buffer, bytes) != 0)
    return lodestone_fail(task, "the file does not hold what was written");
  return 0;
}

static inline void filecopy_teardown(struct lodestone_task* task) {
  (void)task;
  close(filecopy_source);
  close(filecopy_target);
  unlink(filecopy_name[0]);
  unlink(filecopy_name[1]);
}

/* FILECOPY(fstime_w, "fstime-w", "File Write 1024 bufsize 2000 maxblocks", 1024, write, 'w',
 * "write()") */
#define FILECOPY(symbol, called, heading, bytes, phase, mode, unit_of_work)                       \
  static int setup(struct lodestone_task* task) {                                                 \
    return filecopy_setup(task, bytes, mode);                                                     \
  }                                                                                               \
  static void run(struct lodestone_task* task, uint64_t operations) {                             \
    filecopy_##phase(task, bytes, operations);                                                    \
  }                                                                                               \
  static int verify(struct lodestone_task* task) {                                                \
    return filecopy_verify(task, bytes);                                                          \
  }                                                                                               \
  LODESTONE_WORKLOAD(unixbench, symbol) = {                                                       \
      .version = LODESTONE_WORKLOAD_VERSION,                                                      \
      .name = "unixbench/" called,                                                                \
      .title = heading,                                                                           \
      .operation =                                                                                \
          unit_of_work " of one " #bytes "-byte buffer of a file of 2000, rewound at its end",    \
      .meaning =                                                                                  \
          "cost of the page cache and of the filesystem's write path; the files stay in memory, " \
          "no disk is measured",                                                                  \
      .counterpart = "UnixBench " called,                                                         \
      .exercises = "read write lseek page-cache filesystem",                                      \
      .note = "each copy has its own two files; like UnixBench 5.1.3 all copies share two",       \
      .flags = LODESTONE_PROCESSES | LODESTONE_NEEDS_FILES,                                       \
      .value = LODESTONE_RATE,                                                                    \
      .scale = bytes / 1024.0,                                                                    \
      .unit = "KBps",                                                                             \
      .setup = setup,                                                                             \
      .run = run,                                                                                 \
      .verify = verify,                                                                           \
      .teardown = filecopy_teardown,                                                              \
  }

#endif
