// SPDX-License-Identifier: GPL-2.0-or-later
// Reads one file as `lodestone read` does and prints nothing of it: what bench/reading/run.py
// times.
#include <cstdio>

#include "formats/read.h"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: lodestone-bench-reading FILE\n", stderr);
    return 2;
  }
  const auto reading = lodestone::read_results(arguments[1]);
  if (!reading) {
    std::fprintf(stderr, "%s: %s\n", reading.error().what.c_str(), reading.error().why.c_str());
    return 2;
  }
  size_t rows = 0, samples = 0;
  for (const auto& table : reading->tables) {
    rows += table.rows.size();
    for (const auto& row : table.rows) samples += row.samples.size();
  }
  std::printf("%zu tables, %zu rows, %zu samples\n", reading->tables.size(), rows, samples);
  return 0;
}
