// SPDX-License-Identifier: GPL-2.0-or-later
// What reading all collectors once costs in CPU time, and the share of one CPU that is at their own
// periods. Fails above 0.5 %. Argument: a folder in place of / (a captured tree).
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <map>

#include "collect/collector.h"
#include "collect/series.h"

namespace {

double cpu_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  const lodestone::Root root(argc > 1 ? argv[1] : "");
  constexpr int rounds = 50;
  double at_1_hz = 0;
  for (const lodestone::StatisticsCollector* collector : lodestone::collectors) {
    auto session = collector->open(lodestone::CollectorInput(root));
    if (!session) {
      std::printf("%-16s not here: %s\n", collector->name, session.error().what.c_str());
      continue;
    }
    if (auto begun = (*session)->begin(getpid()); !begun) {
      std::printf("%-16s not here: %s\n", collector->name, begun.error().what.c_str());
      continue;
    }
    lodestone::Series series(collector->name);
    const double start = cpu_seconds();
    for (int round = 0; round < rounds; ++round) {
      series.begin_reading();
      if (!(*session)->read(series)) break;
    }
    (*session)->end();
    const double each = (cpu_seconds() - start) / rounds;
    std::map<std::string, double> values;
    std::vector<std::string> lost;
    series.reduce(values, lost);
    at_1_hz += each;
    std::printf("%-16s %9.1f us a reading, %5zu metrics\n", collector->name, each * 1e6,
                values.size());
  }
  std::printf("all at 1 Hz: %.3f %% of one CPU (limit 0.5 %%)\n", at_1_hz * 100);
  return at_1_hz < 0.005 ? 0 : 1;
}
