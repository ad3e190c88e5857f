// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/cpus.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "sys/cgroup.h"

namespace lodestone {

std::optional<std::vector<int>> parse_cpu_list(std::string_view text) {
  std::vector<int> cpus;
  text = trim(text);
  if (text.empty()) return cpus;
  for (std::string_view piece : split(text, ',')) {
    const auto ends = split(trim(piece), '-');
    const auto first = parse_integer(ends[0]);
    const auto last = ends.size() == 2 ? parse_integer(ends[1]) : first;
    if (ends.size() > 2 || !first || !last || *first < 0 || *last < *first || *last > 1 << 20)
      return std::nullopt;
    for (long long cpu = *first; cpu <= *last; ++cpu) cpus.push_back(static_cast<int>(cpu));
  }
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

std::string cpu_list_text(const std::vector<int>& cpus) {
  std::string out;
  for (size_t i = 0; i < cpus.size();) {
    size_t last = i;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
    if (!out.empty()) out += ',';
    out += std::to_string(cpus[i]);
    if (last > i) out += "-" + std::to_string(cpus[last]);
    i = last + 1;
  }
  return out;
}

std::vector<int> online_cpus(const Root& root) {
  if (auto text = root.line("/sys/devices/system/cpu/online"))
    if (auto cpus = parse_cpu_list(*text); cpus && !cpus->empty()) return *cpus;
  std::vector<int> cpus;
  if (!root.real()) return cpus;
  // Containers may hide /sys.
  const long count = ::sysconf(_SC_NPROCESSORS_ONLN);
  for (int cpu = 0; cpu < std::max(1L, count); ++cpu) cpus.push_back(cpu);
  return cpus;
}

namespace {

std::vector<int> affinity(const Root& root) {
  if (!root.real()) {
    const auto text = field(root.text("/proc/self/status"), "Cpus_allowed_list", ':');
    const auto cpus = text ? parse_cpu_list(*text) : std::nullopt;
    return cpus && !cpus->empty() ? *cpus : online_cpus(root);
  }
  // The set must be as large as the kernel's (sched_getaffinity(2)), which may exceed 1024 CPUs.
  for (int bits = 1024; bits <= 1 << 20; bits *= 2) {
    cpu_set_t* set = CPU_ALLOC(bits);
    if (!set) break;
    const size_t size = CPU_ALLOC_SIZE(bits);
    std::vector<int> cpus;
    const bool known = ::sched_getaffinity(0, size, set) == 0;
    for (int cpu = 0; known && cpu < bits; ++cpu)
      if (CPU_ISSET_S(cpu, size, set)) cpus.push_back(cpu);
    CPU_FREE(set);
    if (known) return cpus;
  }
  return online_cpus(root);
}

}  // namespace

int UsableCpus::count() const {
  int most = std::max<int>(1, static_cast<int>(allowed.size()));
  if (quota) most = std::min(most, std::max(1, static_cast<int>(std::ceil(*quota - 1e-9))));
  return most;
}

UsableCpus usable_cpus(const Root& root) {
  return {affinity(root), cgroup_cpu_quota(root)};
}

std::vector<CpuPlace> cpu_places(const Root& root) {
  std::vector<CpuPlace> places;
  for (int cpu : online_cpus(root)) {
    const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu);
    CpuPlace place;
    place.cpu = cpu;
    // -1 where the firmware does not say (some ARM64 machines).
    place.package = static_cast<int>(
        std::max(0LL, root.integer(folder + "/topology/physical_package_id").value_or(0)));
    place.core = static_cast<int>(root.integer(folder + "/topology/core_id").value_or(cpu));
    auto siblings = root.line(folder + "/topology/thread_siblings_list");
    place.siblings = siblings ? parse_cpu_list(*siblings).value_or(std::vector<int>{cpu})
                              : std::vector<int>{cpu};
    for (const std::string& name : root.list(folder))
      if (name.starts_with("node"))
        if (auto node = parse_integer(std::string_view(name).substr(4)))
          place.node = static_cast<int>(*node);
    places.push_back(std::move(place));
  }
  return places;
}

CpuCounts cpu_counts(const std::vector<CpuPlace>& places) {
  std::set<int> packages, nodes;
  std::set<std::vector<int>> cores;
  CpuCounts counts;
  for (const CpuPlace& place : places) {
    packages.insert(place.package);
    nodes.insert(place.node);
    // Sibling lists name a core uniquely; core ids repeat from die to die on some machines.
    cores.insert(place.siblings);
    counts.threads_per_core =
        std::max(counts.threads_per_core, static_cast<int>(place.siblings.size()));
  }
  counts.cpus = static_cast<int>(places.size());
  counts.packages = static_cast<int>(packages.size());
  counts.nodes = static_cast<int>(nodes.size());
  counts.cores = static_cast<int>(cores.size());
  return counts;
}

}  // namespace lodestone
