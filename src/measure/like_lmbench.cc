// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/like_lmbench.h"

#include <algorithm>
#include <vector>

namespace lodestone {
namespace {

struct Longer {
  const char* name;
  double seconds;
};
constexpr Longer longer[] = {{"lat/pipe", 1}, {"lat/fifo", 1}, {"lat/sem", 1}, {"lat/udp", 1},
                             {"lat/tcp", 2},  {"bw/pipe", 2},  {"bw/unix", 2}, {"lat/mem_rd", 0.1}};

// Where the least try is reported, not the median.
bool takes_least(const lodestone_workload& workload, size_t copies) {
  const std::string_view name = workload.name;
  return name == "lat/mem_rd" || name == "lat/ops_parallel" ||
         (copies == 1 && name.starts_with("bw/stream_"));
}

}  // namespace

bool lmbench_like(const lodestone_workload& workload) {
  const std::string_view name = workload.name;
  return name.starts_with("lat/") || name.starts_with("bw/");
}

double lmbench_try_seconds(const lodestone_workload& workload) {
  for (const Longer& one : longer)
    if (std::string_view(workload.name) == one.name) return one.seconds;
  return 0.01;
}

double lmbench_value(const lodestone_workload& workload, const Pass& pass) {
  std::vector<double> tries;  // seconds an operation
  for (const Copy& copy : pass.copies)
    for (const Window& window : copy.windows)
      if (window.operations > 0)
        tries.push_back(static_cast<double>(window.ticks_ns) * 1e-9 /
                        static_cast<double>(window.operations));
  if (tries.empty()) return 0;
  std::sort(tries.begin(), tries.end());
  const double least = tries.front(), middle = tries[tries.size() / 2];
  const double value = main_value(
      workload, 1, takes_least(workload, pass.copies.size()) ? least : middle, pass.parameters);
  return workload.value == LODESTONE_RATE ? value * static_cast<double>(pass.copies.size()) : value;
}

}  // namespace lodestone
