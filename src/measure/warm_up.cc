// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/warm_up.h"

#include <algorithm>

#include "stats/warm_up.h"

namespace lodestone {
namespace {

// The rate of all tasks together in equal steps from `from_ns` on; a window's operations are spread
// evenly over it.
std::vector<double> total_rates(const Pass& pass, int64_t from_ns, int64_t to_ns, size_t steps) {
  std::vector<double> rates(steps, 0.0);
  const double step = static_cast<double>(to_ns - from_ns) / static_cast<double>(steps);
  for (const Copy& copy : pass.copies)
    for (const Window& window : copy.windows) {
      if (window.ticks_ns <= 0) continue;
      const double start = static_cast<double>(window.start_ns - from_ns);
      const double end = start + static_cast<double>(window.ticks_ns);
      const double rate =
          static_cast<double>(window.operations) / static_cast<double>(window.ticks_ns);
      const auto first = static_cast<size_t>(std::max(0.0, start / step));
      for (size_t i = first; i < steps && static_cast<double>(i) * step < end; ++i) {
        const double overlap = std::min(end, static_cast<double>(i + 1) * step) -
                               std::max(start, static_cast<double>(i) * step);
        if (overlap > 0) rates[i] += rate * overlap / step;
      }
    }
  return rates;
}

// How many windows of `from_ns` and later the task has that has fewest; 0 without any.
size_t fewest_windows(const Pass& pass, int64_t from_ns) {
  size_t fewest = SIZE_MAX;
  for (const Copy& copy : pass.copies) {
    if (copy.windows.empty() || !copy.error.empty()) continue;
    fewest = std::min<size_t>(
        fewest, std::count_if(copy.windows.begin(), copy.windows.end(), [&](const Window& window) {
          return window.start_ns + window.ticks_ns / 2 >= from_ns;
        }));
  }
  return fewest == SIZE_MAX ? 0 : fewest;
}

}  // namespace

void drop_warm_up(Pass& pass, const WarmUpRule& rule) {
  // The span that every task's windows cover.
  int64_t cut = static_cast<int64_t>(rule.least_seconds * 1e9);
  int64_t begin = cut, end = INT64_MAX;
  for (const Copy& copy : pass.copies) {
    if (copy.windows.empty() || !copy.error.empty()) continue;
    begin = std::max(begin, copy.windows.front().start_ns);
    end = std::min(end, copy.windows.back().start_ns + copy.windows.back().ticks_ns);
  }
  const size_t steps = fewest_windows(pass, begin);
  if (rule.by_series && end != INT64_MAX && end > begin && steps >= 4) {
    const auto rates = total_rates(pass, begin, end, steps);
    if (const size_t more = stats::warm_up_length(rates); more > 0)
      cut = begin + static_cast<int64_t>(static_cast<double>(end - begin) *
                                         static_cast<double>(more) / static_cast<double>(steps));
  }
  double dropped_ns = 0;
  for (Copy& copy : pass.copies) {
    if (copy.windows.empty() || !copy.error.empty()) continue;
    uint64_t operations = 0;
    int64_t ticks = 0;
    for (const Window& window : copy.windows) {
      const bool last = &window == &copy.windows.back();
      // A window counts when its middle lies behind the cut: windows need not end on a boundary.
      if (window.start_ns + window.ticks_ns / 2 < cut && !(last && ticks == 0)) continue;
      operations += window.operations;
      ticks += window.ticks_ns;
    }
    if (ticks <= 0) continue;
    const double before = copy.seconds * 1e9;
    copy.operations = operations;
    copy.seconds = static_cast<double>(ticks) * 1e-9;
    dropped_ns = std::max(dropped_ns, before - static_cast<double>(ticks));
  }
  pass.values["warm_up_seconds"] = dropped_ns * 1e-9;
}

}  // namespace lodestone
