/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The calculator dc: start-up, 99 decimal places of the square root of two, end. */
#include "workload/unixbench/looper.h"

static char dc_name[] = "dc";
static struct looper looper = {{dc_name, NULL}, -1, 1, "dc.dat", 0};

static int setup(struct lodestone_task* task) {
  if (looper_enter(task) != 0 || looper_copy(task, "dc.dat", "dc.dat", 0644) != 0) return -1;
  if (strncmp(lodestone_parameter(task, "like"), "unixbench", 9) == 0) {
    /* One descriptor for all children: the first reads the input, every later one finds its end. */
    looper.reopen = 0;
    looper.input = open("dc.dat", O_RDONLY);
    if (looper.input < 0) return lodestone_fail(task, "cannot open dc.dat: %m");
  }
  return 0;
}

static void run(struct lodestone_task* task, uint64_t operations) {
  looper_run(task, &looper, operations);
}

static int verify(struct lodestone_task* task) {
  char text[16] = "";
  const int fd = open("log", O_RDONLY);
  const ssize_t got = fd < 0 ? -1 : read(fd, text, 6);
  if (fd >= 0) close(fd);
  return got == 6 && strncmp(text, "1.4142", 6) == 0
             ? 0
             : lodestone_fail(task, "dc did not print 1.4142...");
}

LODESTONE_WORKLOAD(unixbench, dc) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/dc",
    .title = "Dc: sqrt(2) to 99 decimal places",
    .operation = "the system's dc computes the square root of 2 to 99 places",
    .meaning = "mostly the cost of starting and ending a small program",
    .counterpart = "UnixBench dc",
    .exercises = "clone execve wait4 page-fault",
    .note =
        "every dc gets the input; in the original only the first one does, and so under --like "
        "unixbench-6.0.0",
    .flags = LODESTONE_PROCESSES | LODESTONE_NO_GUEST | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 60,
    .unit = "lpm",
    .guest_reason = "the guest has no dc",
    .setup = setup,
    .run = run,
    .verify = verify,
};
