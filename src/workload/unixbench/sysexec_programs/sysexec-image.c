/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What unixbench/sysexec forks; each child becomes /bin/true. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
  /* UnixBench 5.1.3 gave an argument vector of length 0 (which Linux 5.18 and later turn into one
   * empty string). */
  const int empty = argc > 3 && strcmp(argv[3], "unixbench-5.1.3") == 0;
  uint64_t wanted, done;
  while (read(0, &wanted, sizeof wanted) == sizeof wanted) {
    for (done = 0; done < wanted; done++) {
      int status = 0;
      const pid_t child = fork();
      if (child < 0) break;
      if (child == 0) {
        char* const nothing[] = {0};
        if (empty)
          execve("/bin/true", nothing, environ);
        else
          execl("/bin/true", "/bin/true", (char*)0);
        exit(1);
      }
      if (waitpid(child, &status, 0) != child || status != 0) break;
    }
    if (write(1, &done, sizeof done) != sizeof done) return 1;
  }
  return 0;
}
