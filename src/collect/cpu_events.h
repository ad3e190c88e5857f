// SPDX-License-Identifier: GPL-2.0-or-later
// Events of perf_event_open(2) counted on every online CPU and summed, from begin() on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "sys/perf_event.h"
#include "sys/root.h"

namespace lodestone {

class CpuEvents {
 public:
  CpuEvents(const Root& root, PerfKernel& perf) : root_(root), perf_(perf) {}
  ~CpuEvents() { end(); }
  CpuEvents(const CpuEvents&) = delete;
  CpuEvents& operator=(const CpuEvents&) = delete;

  // Tries the event on one CPU and closes it again. Errors: not_found (no such event or counter
  // here), permission; with a remedy.
  Result<void> add(const std::string& name);
  size_t size() const { return events_.size(); }
  const std::string& name(size_t event) const { return events_[event].name; }

  // Opens and enables all on the CPUs that are online now. Errors: as add(); failed (too many
  // files). Nothing stays open then.
  Result<void> begin();
  void end();

  // The counts of all CPUs together since begin(), in the order of add(); nothing for an event that
  // one of them did not count for at least 90 % of the time (hot unplug, multiplexing).
  std::vector<std::optional<double>> read() const;
  double seconds() const;  // since begin()
  size_t cpus() const { return cpus_.size(); }

 private:
  struct Opened {
    int fd = -1;
    size_t event = 0;
  };
  Result<int> open(const PerfEvent& event, int cpu) const;

  Root root_;
  PerfKernel& perf_;
  std::vector<PerfEvent> events_;
  std::vector<int> cpus_;
  std::vector<Opened> opened_;
  int64_t begun_ns_ = 0;
};

}  // namespace lodestone
