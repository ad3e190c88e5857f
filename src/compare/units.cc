// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/units.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "stats/sample.h"

namespace lodestone {

namespace {

// Most sides hold one value a process, in the order measured: nothing is to be averaged then.
bool one_a_process(const std::vector<Sample>& samples) {
  for (size_t i = 1; i < samples.size(); ++i) {
    const Sample &a = samples[i - 1], &b = samples[i];
    if (std::tie(a.boot, a.block, a.process) >= std::tie(b.boot, b.block, b.process)) return false;
  }
  return true;
}

Units plain_processes(const std::vector<Sample>& samples, bool logs) {
  Units units;
  units.processes.reserve(samples.size());
  for (const Sample& sample : samples)
    units.processes.push_back(logs ? std::log(sample.value) : sample.value);
  units.values = units.processes;
  return units;
}

}  // namespace

size_t boots_of(const std::vector<Sample>& samples) {
  if (samples.empty() || std::all_of(samples.begin(), samples.end(), [&](const Sample& sample) {
        return sample.boot == samples.front().boot;
      }))
    return 1;
  std::set<int32_t> boots;
  for (const auto& sample : samples) boots.insert(sample.boot);
  return std::max<size_t>(1, boots.size());
}

Units units_of(const std::vector<Sample>& samples, Level level, bool logs) {
  if (level == Level::process && one_a_process(samples)) {
    Units units = plain_processes(samples, logs);
    units.boots = boots_of(samples);
    return units;
  }
  std::map<std::tuple<int, int, int>, std::vector<double>> by_process;
  for (const auto& sample : samples)
    by_process[{sample.boot, sample.block, sample.process}].push_back(logs ? std::log(sample.value)
                                                                           : sample.value);
  Units units;
  units.boots = boots_of(samples);
  std::map<int, std::vector<double>> by_boot;
  for (const auto& [key, values] : by_process) {
    double center = *stats::mean(values);
    units.processes.push_back(center);
    by_boot[std::get<0>(key)].push_back(center);
  }
  if (level == Level::process) {
    units.values = units.processes;
  } else {
    for (const auto& [boot, values] : by_boot) units.values.push_back(*stats::mean(values));
  }
  return units;
}

std::string units_text(size_t base, size_t new_, const char* one, const char* several) {
  if (base == 1 && new_ == 1) return std::string("one ") + one + " a side";
  if (base == new_) return std::to_string(base) + " " + several + " a side";
  return std::to_string(base) + " and " + std::to_string(new_) + " " + several;
}

}  // namespace lodestone
