// SPDX-License-Identifier: GPL-2.0-or-later
// perf_event_open(2) behind an interface that tests can fake.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sys/root.h"

namespace lodestone {

// What to count: a part of perf_event_attr.
struct PerfEvent {
  std::string name;  // as the user wrote it, modifiers included: "instructions:u"
  uint32_t type = 0;
  uint64_t config = 0, config1 = 0, config2 = 0;
  bool user = true, kernel = true;
  bool hardware() const { return type != 1 && type != 2; }  // neither software nor tracepoint
  double scale = 1;                                         // of the count, to `unit`
  std::string unit;
};

// Values of one event: scaled values are value * enabled / running.
struct PerfCount {
  uint64_t value = 0;
  uint64_t enabled_ns = 0;
  uint64_t running_ns = 0;
};

class PerfKernel {
 public:
  virtual ~PerfKernel() = default;
  // A file descriptor, or -errno. `group`: leader's descriptor or -1. Counting starts disabled for
  // leaders; children that the task forks later are counted too.
  virtual int open(const PerfEvent& event, pid_t pid, int cpu, int group) = 0;
  virtual int enable(int fd) = 0;  // the leader and its group; 0 or -errno
  virtual int disable(int fd) = 0;
  virtual int read(int fd, PerfCount& count) = 0;
  virtual void close(int fd) = 0;
};
PerfKernel& system_perf();

// One event by name, one entry for each PMU that counts it (hybrid CPUs have several). Forms:
// cycles, task-clock and the other names of perf_event_open(2); r1a8 (raw); cpu/event=0x3c,umask=1/
// and cpu/cycles-ct/ (sysfs); sched:sched_switch (tracepoint); libpfm4's names; each with :u or :k
// behind it. Errors: usage (what no machine could count), not_found (with the reason: no such PMU,
// no tracefs, no such name here).
Result<std::vector<PerfEvent>> find_perf_event(const Root& root, std::string_view name);

// Whether /sys/bus/event_source shows a PMU of the processor's cores; nothing if it cannot be read.
std::optional<bool> shows_core_pmu(const Root& root);
inline constexpr std::string_view hint_without_pmu =
    "measure on the bare machine, give the guest a virtual PMU (QEMU: -cpu host,pmu=on), or use "
    "lodestone exact, which needs no counters";

// "{cycles,instructions},task-clock": groups in braces are counted together; other events alone.
// "default" is replaced by what fits the counters of most processors. An event that is named again
// is left out. Errors: usage (also an empty list).
Result<std::vector<std::vector<std::string>>> parse_event_groups(std::string_view list);

}  // namespace lodestone
