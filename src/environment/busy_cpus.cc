// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/busy_cpus.h"

#include <algorithm>
#include <map>

#include "base/text.h"

namespace lodestone {
namespace {

struct Ticks {
  double all = 0, idle = 0;  // idle: with iowait (proc(5), /proc/stat)
};

std::map<int, Ticks> ticks_of(std::string_view text) {
  std::map<int, Ticks> found;
  for (const std::string_view line : split(text, '\n')) {
    const auto fields = words(line);
    if (fields.size() < 6 || !fields[0].starts_with("cpu")) continue;
    const auto cpu = parse_integer(fields[0].substr(3));
    if (!cpu) continue;
    Ticks& ticks = found[static_cast<int>(*cpu)];
    // Guest time, from the ninth field on, is in user time already.
    for (size_t i = 1; i < std::min<size_t>(fields.size(), 9); ++i)
      ticks.all += parse_double(fields[i]).value_or(0);
    ticks.idle = parse_double(fields[4]).value_or(0) + parse_double(fields[5]).value_or(0);
  }
  return found;
}

}  // namespace

std::vector<int> busy_cpus(std::string_view before, std::string_view after, double share) {
  std::vector<int> busy;
  const auto first = ticks_of(before);
  for (const auto& [cpu, now] : ticks_of(after)) {
    const auto then = first.find(cpu);
    if (then == first.end()) continue;
    const double all = now.all - then->second.all, idle = now.idle - then->second.idle;
    if (all > 0 && (all - idle) / all > share) busy.push_back(cpu);
  }
  return busy;
}

std::vector<int> with_siblings(const std::vector<int>& busy, const std::vector<CpuPlace>& places) {
  std::vector<int> found;
  for (const CpuPlace& place : places)
    if (place.siblings.size() > 1 && std::find(busy.begin(), busy.end(), place.cpu) != busy.end())
      found.push_back(place.cpu);
  return found;
}

}  // namespace lodestone
