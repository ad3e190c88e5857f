/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The system's grep counts lines in a text of 708,495 bytes: 10,000 lines, of which 1,032 match. */
#include "workload/unixbench/looper.h"

enum { grep_lines = 10000, grep_bytes = 708495, grep_matches = 1032, grep_words = 61664 };

static char grep_name[] = "grep", grep_count[] = "-c", grep_word[] = "gimp",
            grep_file[] = "large.txt";
static struct looper looper = {{grep_name, grep_count, grep_word, grep_file, NULL}, -1, 0, NULL, 0};

/* Lengths of lines, newline included, by rank: 7 to 193, median 63, mean 70.8. */
static int length_at(int rank) {
  if (rank < 50) return 7 + rank * 46 / 49;
  return 63 + (rank - 50) * 72 / 39 + (rank > 89 ? (rank - 89) * 4 : 0);
}

/* Words as a trace of system calls has them; without 'g', so that only the chosen lines match. How
 * many words it became: in a short line the match may take a blank's place. */
static int write_line(char* at, int length, int words, int matches, unsigned* state) {
  for (int i = 0; i < length - 1; i++) {
    *state = *state * 1103515245u + 12345u;
    at[i] = "abcdefhijklmnopqrstuvwxyz(),=0123456789\"/._"[(*state >> 16) % 43];
  }
  for (int i = 1; i < words; i++) at[i * (length - 1) / words] = ' ';
  if (matches) { /* in the middle, and over no blank: the words are counted */
    int place = (length - 5) / 2;
    while (memchr(at + place, ' ', 4) && place < length - 5) place++;
    memcpy(at + place, "gimp", 4);
  }
  at[length - 1] = '\n';
  int written = 1;
  for (int i = 0; i < length - 1; i++) written += at[i] == ' ';
  return written;
}

static int setup(struct lodestone_task* task) {
  if (looper_enter(task) != 0) return -1;
  char* text = malloc(grep_bytes);
  if (!text) return lodestone_fail(task, "no memory");
  unsigned state = 1;
  int used = 0, words = 0;
  for (int i = 0; i < grep_lines; i++) {
    const int left = grep_lines - i;
    int length = length_at(i * 37 % 100);
    /* The last lines take up what rounding left over, evenly. */
    if (left <= 100) length = (grep_bytes - used) / left;
    int count = left <= 2000 ? (grep_words - words) / left : length * 87 / 1000;
    if (count < 1) count = 1;
    if (count > length / 3) count = length / 3;
    words +=
        write_line(text + used, length, count,
                   (i + 1) * grep_matches / grep_lines != i * grep_matches / grep_lines, &state);
    used += length;
  }
  const int fd = open(grep_file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  int wrote = 0;
  for (ssize_t part = 1; fd >= 0 && part > 0 && wrote < used; wrote += part > 0 ? (int)part : 0)
    part = write(fd, text + wrote, (size_t)(used - wrote));
  const int problem = errno;
  if (fd >= 0) close(fd);
  free(text);
  errno = problem;
  return used == grep_bytes && wrote == used
             ? 0
             : lodestone_fail(task, "cannot write %s: %m", grep_file);
}

static void run(struct lodestone_task* task, uint64_t operations) {
  looper_run(task, &looper, operations);
}

static int verify(struct lodestone_task* task) {
  char text[8] = "";
  const int fd = open("log", O_RDONLY);
  const ssize_t got = fd < 0 ? -1 : read(fd, text, 5);
  if (fd >= 0) close(fd);
  return got == 5 && strncmp(text, "1032\n", 5) == 0
             ? 0
             : lodestone_fail(task, "grep counted %s", text);
}

LODESTONE_WORKLOAD(unixbench, grep) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/grep",
    .title = "Grep a large file (system's grep)",
    .operation = "grep -c over 708,495 bytes in 10,000 lines, 1,032 of which match",
    .meaning =
        "speed of grep in the page cache and of its locale, and the cost of starting it; no disk",
    .counterpart = "UnixBench grep",
    .exercises = "clone execve wait4 read page-cache",
    .note = "the text is our own, of the same size and statistics",
    .flags = LODESTONE_PROCESSES | LODESTONE_NO_GUEST | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 60,
    .unit = "lpm",
    .guest_reason = "the guest has no grep",
    .setup = setup,
    .run = run,
    .verify = verify,
};
