// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/blocks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/rng.h"
#include "lab/contrast.h"
#include "lab/machine.h"

namespace lodestone::lab {

double Blocks::median_time(size_t trial) const {
  std::vector<double> kept_times;
  for (double time : times[trial])
    if (time > 0) kept_times.push_back(time);
  return median(kept_times);
}

Result<Blocks> run_blocks(const std::vector<Trial>& trials, const BlockOptions& options) {
  const double block_us = options.window_us * static_cast<double>(trials.size());
  const int count = std::max(3, static_cast<int>(options.seconds * 1e6 / block_us));
  Rng rng(options.seed);
  std::vector<std::string> lines;
  std::vector<size_t> order, places;
  for (size_t i = 0; i < trials.size(); ++i) order.push_back(i);
  for (int block = 0; block < count; ++block) {
    rng.shuffle(order);
    for (size_t place : order) {
      const Trial& trial = trials[place];
      const bool alternate = block % 2 == 1 && !trial.alternate.empty();
      lines.push_back(fmt::format("{} {}", alternate ? trial.alternate : trial.line,
                                  static_cast<long>(options.window_us)));
      places.push_back(place);
    }
  }
  const Load before = read_load();
  LODESTONE_ASSIGN(auto windows, run_experiments(lines, options.cpus, 20 + 20 * options.seconds));
  Blocks blocks;
  blocks.cannot_claim = doubts(before, read_load(), static_cast<int>(allowed_cpus().size()),
                               static_cast<int>(options.cpus.size()));
  blocks.windows.assign(trials.size(), std::vector<Window>(static_cast<size_t>(count)));
  blocks.times.assign(trials.size(), std::vector<double>(static_cast<size_t>(count), 0.0));
  for (size_t i = 0; i < windows.size(); ++i) {
    if (windows[i].wrong)
      return fail(ErrorCode::failed, "a lock let two threads in at once", lines[i]);
    const size_t block = i / trials.size();
    if (windows[i].undisturbed()) {
      ++blocks.kept;
      blocks.times[places[i]][block] = windows[i].nanoseconds();
    } else {
      ++blocks.discarded;
    }
    blocks.windows[places[i]][block] = std::move(windows[i]);
  }
  if (blocks.discarded > blocks.kept)
    blocks.cannot_claim.push_back(
        fmt::format("{} of {} windows were thrown away because a thread lost its CPU",
                    blocks.discarded, blocks.kept + blocks.discarded));
  return blocks;
}

Result<std::vector<int>> choose_cpus(const std::vector<int>& wanted, size_t count) {
  std::vector<int> cpus = wanted.empty() ? cores_first(allowed_cpus()) : wanted;
  const std::vector<int> allowed = allowed_cpus();
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (std::find(allowed.begin(), allowed.end(), wanted[i]) == allowed.end())
      return fail(ErrorCode::usage, fmt::format("CPU {} cannot be used here", wanted[i]),
                  fmt::format("this process may use {}", fmt::join(allowed, ",")));
    if (std::find(wanted.begin(), wanted.begin() + static_cast<long>(i), wanted[i]) !=
        wanted.begin() + static_cast<long>(i))
      return fail(ErrorCode::usage, fmt::format("CPU {} is named twice", wanted[i]),
                  "words are shared between CPUs; threads that take turns on one show nothing");
  }
  if (cpus.size() < count)
    return fail(ErrorCode::unsupported,
                fmt::format("this needs {} CPUs, and there {} {}", count,
                            cpus.size() == 1 ? "is" : "are", cpus.size()),
                "words are shared between CPUs; threads that take turns on one show nothing",
                "allow this process more CPUs (taskset, cpuset)");
  cpus.resize(count);
  return cpus;
}

}  // namespace lodestone::lab
