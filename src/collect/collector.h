// SPDX-License-Identifier: GPL-2.0-or-later
// A collector reads one kind of kernel statistics beside a pass. Each file in collectors/ defines
// `extern const StatisticsCollector collector_NAME` in a namespace of that name; the table is
// generated. Metric names are LKP's: COLLECTOR.METRIC, as in cpuidle.C1.usage.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "model/metric.h"
#include "sys/perf_event.h"
#include "sys/root.h"

namespace lodestone {

// What collectors work on; tests replace all of it.
struct CollectorInput {
  Root root;
  PerfKernel& perf;
  std::string choice;  // what of it was asked for (tracepoints: their names, by blanks); may be ""
  CollectorInput(Root r, PerfKernel& p = system_perf()) : root(std::move(r)), perf(p) {}
};

// Receives what one reading of a collector sees. Names come without the collector's own
// ("C1.usage").
class Readings {
 public:
  virtual ~Readings() = default;
  // A counter that only rises: reduced to last minus first. 32-bit counters may wrap.
  virtual void counter(std::string_view name, uint64_t value) = 0;
  // A counter in another unit than it is reported in: (last - first) * scale.
  virtual void scaled_counter(std::string_view name, uint64_t value, double scale) = 0;
  // A level: reduced to the mean over the readings.
  virtual void level(std::string_view name, double value) = 0;
  // What the collector has worked out itself of the pass so far (a rate, a share): the last one
  // stands.
  virtual void so_far(std::string_view name, double value) = 0;
  // The counters of this reading are sums over so many CPUs: when that number changes during a pass
  // (hot unplug), the sums mean nothing any more, and they are missing.
  virtual void summed_over(size_t cpus) { (void)cpus; }
};

// A file that is opened once (each time, where very many are open) and read again from its start.
// What it held last stays valid until the next read.
class KeptFile {
 public:
  KeptFile(const Root& root, std::string path) : root_(root), path_(std::move(path)) {}
  // Errors as read_file; a file that vanished and came back is opened again. At most `limit` bytes:
  // more is an error.
  Result<std::string_view> read(size_t limit = size_t{64} << 20);
  const std::string& path() const { return path_; }

 private:
  Root root_;
  std::string path_;
  Fd file_;
  std::string buffer_;
};

// An opened collector: keeps its files.
class CollectorSession {
 public:
  virtual ~CollectorSession() = default;
  // Before the first reading of a pass of process `pid` and what it starts (0: unknown), and behind
  // the last. For what costs something while it is switched on. An error takes the place of the
  // readings.
  virtual Result<void> begin(pid_t pid) {
    (void)pid;
    return {};
  }
  virtual void end() {}
  // What of it could not be read in this pass though the rest could, and why.
  virtual std::optional<Error> shortfall() const { return std::nullopt; }
  // Reads everything once. An error means that nothing could be read; parts that vanish are left
  // out.
  virtual Result<void> read(Readings& readings) = 0;
};

struct StatisticsCollector {
  const char* name;       // "cpuidle"
  const char* what;       // one line, for --help and docs
  double period_seconds;  // between readings during a pass; 0: before and after only
  // Errors: not_found (this kernel or machine does not have it), permission.
  Result<std::unique_ptr<CollectorSession>> (*open)(const CollectorInput& here);
};

extern const std::span<const StatisticsCollector* const> collectors;

struct ChosenCollector {
  const StatisticsCollector* collector = nullptr;
  std::string choice;  // CollectorInput::choice
};
// "all", "default" or names and globs separated by commas; a word SYSTEM:EVENT is a tracepoint
// ("tracepoints:" before it may be left out). Errors: not_found with the names that there are.
Result<std::vector<ChosenCollector>> select_collectors(std::string_view list);

// Whether a name of /proc/vmstat is a level: nr_dirtied and the like are counters in spite of their
// prefix.
bool is_vmstat_level(std::string_view name);

// What a collected metric is: unit, direction and kind by its full name ("time.user_time").
Metric collected_metric(std::string_view full_name);

}  // namespace lodestone
