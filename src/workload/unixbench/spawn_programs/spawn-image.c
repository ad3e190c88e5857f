/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What unixbench/spawn forks: a program with no heap, no standard I/O in use and a few bytes of
 * data. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  uint64_t wanted, done;
  while (read(0, &wanted, sizeof wanted) == sizeof wanted) {
    for (done = 0; done < wanted; done++) {
      int status = 0;
      const pid_t child = fork();
      if (child < 0) break;
      if (child == 0)
        exit(0); /* libc's exit: its handlers and flushing are part of the operation */
      wait(&status);
      if (status != 0) break;
    }
    if (write(1, &done, sizeof done) != sizeof done) return 1;
  }
  return 0;
}
