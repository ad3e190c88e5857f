/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The link of unixbench/execl's chain: every image counts itself, formats two numbers, looks at the
 * clock and replaces itself by the next. Size matters, since exec maps it and the loader relocates
 * it: about 11 kB of text, 1 kB of data, 9.3 kB of zeroed data.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static char filler[8192 + 1024] __attribute__((used));
static char initialised[512] __attribute__((used)) = {1};
/* Code that is mapped and never run, as in the original. */
__asm__(".text\n.balign 16\n.space 8704, 0x90\n");

int main(int argc, char** argv) {
  /* argv: path, "0", limit, count, start */
  unsigned long limit = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
  unsigned long count = argc > 4 ? strtoul(argv[3], NULL, 10) : 0;
  const long started = argc > 4 ? strtol(argv[4], NULL, 10) : (long)time(NULL);
  char limit_text[24], count_text[24], start_text[24];
  const char* path = argv[0];
  if (argc > 4) count++;
  if (count >= limit) {
    const uint64_t done = count;
    uint64_t wanted;
    if (argc > 4 && write(1, &done, sizeof done) != sizeof done) return 1;
    if (read(0, &wanted, sizeof wanted) != sizeof wanted) return 0;
    limit = wanted;
    count = 0;
  }
  sprintf(limit_text, "%lu", limit);
  sprintf(count_text, "%lu", count);
  sprintf(start_text, "%ld", started);
  if (time(NULL) < started) return 1; /* the look at the clock; it never goes back */
  execl(path, path, "0", limit_text, count_text, start_text, (char*)0);
  return 1;
}
