// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/machine.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <set>

#include "base/fd.h"
#include "base/text.h"

namespace lodestone::lab {
namespace {

std::string core_of(int cpu, const std::string& root) {
  auto text = read_file(
      fmt::format("{}/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", root, cpu),
      4096);
  return text ? std::string(trim(*text)) : fmt::format("{}", cpu);
}

}  // namespace

Load read_load(const std::string& root) {
  Load load;
  auto text = read_file(root + "/proc/stat", 1 << 24);
  if (!text) return load;
  for (std::string_view line : split(*text, '\n')) {
    const auto fields = words(line);
    if (fields.empty()) continue;
    // cpu user nice system idle iowait irq softirq steal guest guest_nice (proc(5)); guest is part
    // of user.
    if (fields[0] == "cpu" && fields.size() > 8) {
      load.known = true;
      for (size_t i = 1; i <= 8; ++i) load.total_ticks += parse_double(fields[i]).value_or(0);
      load.steal_ticks = parse_double(fields[8]).value_or(0);
    } else if (fields[0] == "procs_running" && fields.size() > 1) {
      load.runnable = static_cast<int>(parse_integer(fields[1]).value_or(0));
    }
  }
  return load;
}

std::string cpu_model(const std::string& root) {
  auto text = read_file(root + "/proc/cpuinfo", 1 << 26);
  if (!text) return "";
  std::string implementer, part;
  for (std::string_view line : split(*text, '\n')) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = trim(line.substr(0, colon));
    const std::string value(trim(line.substr(colon + 1)));
    if (key == "model name") return value;
    if (key == "CPU implementer") implementer = value;
    if (key == "CPU part") part = value;
  }
  return implementer.empty() ? "" : "ARM " + implementer + " " + part;
}

std::vector<int> cores_first(const std::vector<int>& cpus, const std::string& root) {
  std::set<std::string> seen;
  std::vector<int> first, rest;
  for (int cpu : cpus) (seen.insert(core_of(cpu, root)).second ? first : rest).push_back(cpu);
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

bool same_core(int a, int b, const std::string& root) {
  return core_of(a, root) == core_of(b, root);
}

std::vector<int> allowed_cpus() {
  std::vector<int> cpus;
  for (int size = 1024; size <= 65536; size *= 4) {
    cpu_set_t* set = CPU_ALLOC(size);
    const size_t bytes = CPU_ALLOC_SIZE(size);
    CPU_ZERO_S(bytes, set);
    if (sched_getaffinity(0, bytes, set) == 0) {
      for (int cpu = 0; cpu < size; ++cpu)
        if (CPU_ISSET_S(cpu, bytes, set)) cpus.push_back(cpu);
    }
    CPU_FREE(set);
    if (!cpus.empty()) break;
  }
  return cpus;
}

std::vector<std::string> doubts(const Load& before, const Load& after, int cpus, int threads) {
  std::vector<std::string> result;
  if (!before.known || !after.known) {
    result.push_back(
        "/proc/stat cannot be read: whether other tasks or a hypervisor took CPU time is not "
        "known");
    return result;
  }
  // The snapshots count this process as one; while it measures its own place is taken by `threads`
  // threads.
  const int others = std::max(before.runnable, after.runnable) - 1;
  if (others + threads > cpus)
    result.push_back(fmt::format(
        "{} other tasks wanted to run beside {} threads on {} CPUs: a thread that loses its CPU "
        "stalls the others",
        others, threads, cpus));
  const double total = after.total_ticks - before.total_ticks;
  const double steal = after.steal_ticks - before.steal_ticks;
  if (total > 0 && steal / total > 0.005)
    result.push_back(
        fmt::format("the hypervisor took {:.1f} % of the CPU time (steal)", 100 * steal / total));
  return result;
}

}  // namespace lodestone::lab
