// SPDX-License-Identifier: GPL-2.0-or-later
// A collector reads one kind of kernel statistics beside a pass. Each file in collectors/ defines
// `extern const StatisticsCollector collector_NAME` in a namespace of that name; the table is
// generated. Metric names are LKP's: COLLECTOR.METRIC, as in cpuidle.C1.usage.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "model/metric.h"
#include "sys/root.h"

namespace lodestone {

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
  // The counters of this reading are sums over so many CPUs: when that number changes during a pass
  // (hot unplug), the sums mean nothing any more, and they are missing.
  virtual void summed_over(size_t cpus) { (void)cpus; }
};

// A file that is opened once and read again from its start. What it held last stays valid until the
// next read.
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
  // Reads everything once. An error means that nothing could be read; parts that vanish are left
  // out.
  virtual Result<void> read(Readings& readings) = 0;
};

struct StatisticsCollector {
  const char* name;       // "cpuidle"
  const char* what;       // one line, for --help and docs
  double period_seconds;  // between readings during a pass; 0: before and after only
  // Errors: not_found (this kernel or machine does not have it), permission.
  Result<std::unique_ptr<CollectorSession>> (*open)(const Root& root);
};

extern const std::span<const StatisticsCollector* const> collectors;

// "all", "default" or names and globs separated by commas. Errors: not_found with the names that
// there are.
Result<std::vector<const StatisticsCollector*>> select_collectors(std::string_view list);

// What a collected metric is: unit, direction and kind by its full name ("time.user_time").
Metric collected_metric(std::string_view full_name);

}  // namespace lodestone
