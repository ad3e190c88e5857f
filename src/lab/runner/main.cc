// SPDX-License-Identifier: GPL-2.0-or-later
// lodestone-lab CPU...: reads experiments (words.h) from standard input to its end, runs them in
// that order, and prints a line for each: five numbers a worker (operations, wall ns, CPU ns,
// switches, extra), then the waited ns a worker where the experiment has them. "bad" stands for a
// lock whose protected count is wrong. No C++ library at run time.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "lab/runner/crew.h"
#include "lab/runner/words.h"

namespace {

constexpr size_t arena_size = 1 << 20;

void print(const lab::Measured* measured, int workers) {
  for (int i = 0; i < workers; ++i)
    printf("%s%llu %lld %lld %lld %lld", i ? " " : "",
           static_cast<unsigned long long>(measured[i].operations),
           static_cast<long long>(measured[i].wall_ns), static_cast<long long>(measured[i].cpu_ns),
           static_cast<long long>(measured[i].switches), static_cast<long long>(measured[i].extra));
}

bool within(long offset, long size) {
  return offset >= 0 && offset + size <= static_cast<long>(arena_size);
}

bool run_words(const char* line, char* arena, lab::Measured* out) {
  lab::Words words{};
  long window_us = 0;
  if (sscanf(line, "words %d %ld %ld %ld", &words.mix, &words.offset[0], &words.offset[1],
             &window_us) != 4 ||
      !within(words.offset[0], 4) || !within(words.offset[1], 4))
    return false;
  words.arena = arena;
  lab::run_window(2, window_us * 1000, lab::words_body, &words, out);
  print(out, 2);
  return true;
}

bool run_locks(const char* line, char* arena, int crew, lab::Measured* out) {
  lab::Locks locks{};
  int workers = 0;
  long window_us = 0;
  if (sscanf(line, "lock %d %d %ld %ld %ld %ld %d %d %d %d %ld", &locks.kind, &workers, &locks.lock,
             &locks.distance, &locks.nodes, &locks.data, &locks.read_cpu, &locks.critical,
             &locks.parallel, &locks.timed, &window_us) != 11 ||
      workers < 1 || workers > crew || !within(locks.lock, 4) ||
      !within(locks.lock + locks.distance, 4) ||
      !within(locks.nodes + workers * locks.distance, 24) || !within(locks.data, 24))
    return false;
  locks.arena = arena;
  memset(arena, 0, arena_size);
  lab::run_window(workers, window_us * 1000, lab::locks_body, &locks, out);
  if (!lab::locks_hold(locks, out, workers)) {
    printf("bad");
    return true;
  }
  print(out, workers);
  for (int i = 0; i < workers; ++i) printf(" %lld", static_cast<long long>(locks.waited[i]));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int cpus[lab::most_workers];
  int count = 0;
  for (int i = 1; i < argc && count < lab::most_workers; ++i) cpus[count++] = atoi(argv[i]);
  void* memory = mmap(nullptr, arena_size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (count < 1 || memory == MAP_FAILED) {
    fputs("lodestone-lab: needs CPU numbers and a mebibyte of memory\n", stderr);
    return 2;
  }
  char* input = nullptr;
  size_t length = 0, capacity = 0;
  for (;;) {  // all of it first: reading must not disturb the windows
    if (length + 4096 > capacity) input = static_cast<char*>(realloc(input, capacity += 1 << 16));
    if (input == nullptr) return 2;
    const size_t got = fread(input + length, 1, capacity - length - 1, stdin);
    if (got == 0) break;
    length += got;
  }
  input[length] = 0;
  static lab::Measured out[lab::most_workers];
  if (!lab::start_crew(cpus, count)) {
    fputs("lodestone-lab: cannot start threads\n", stderr);
    return 3;
  }
  static char buffer[1 << 16];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  char* save = nullptr;
  for (char* line = strtok_r(input, "\n", &save); line != nullptr;
       line = strtok_r(nullptr, "\n", &save)) {
    for (lab::Measured& one : out) one = lab::Measured{};
    const bool known = strncmp(line, "words ", 6) == 0
                           ? count >= 2 && run_words(line, static_cast<char*>(memory), out)
                       : strncmp(line, "lock ", 5) == 0
                           ? run_locks(line, static_cast<char*>(memory), count, out)
                           : false;
    if (!known) {
      fprintf(stderr, "lodestone-lab: not an experiment: %s\n", line);
      return 2;
    }
    putchar('\n');
  }
  lab::end_crew();
  return 0;
}
