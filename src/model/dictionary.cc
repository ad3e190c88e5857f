// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/dictionary.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "base/text.h"

namespace lodestone {
namespace {

struct Title {
  std::string_view title;
  std::string_view workload;
  std::string_view unit;
};

// The report titles of UnixBench 3 to 6.
constexpr Title unixbench_titles[] = {
    {"Dhrystone 2 using register variables", "dhry2reg", "lps"},
    {"Dhrystone 2 without register variables", "dhry2", "lps"},
    {"Double-Precision Whetstone", "whetstone-double", "MWIPS"},
    {"Execl Throughput", "execl", "lps"},
    {"Excel Throughput", "execl", "lps"},
    {"File Copy 1024 bufsize 2000 maxblocks", "fstime", "KBps"},
    {"File Copy 256 bufsize 500 maxblocks", "fsbuffer", "KBps"},
    {"File Copy 4096 bufsize 8000 maxblocks", "fsdisk", "KBps"},
    {"File Write 1024 bufsize 2000 maxblocks", "fstime-w", "KBps"},
    {"File Write 256 bufsize 500 maxblocks", "fsbuffer-w", "KBps"},
    {"File Write 4096 bufsize 8000 maxblocks", "fsdisk-w", "KBps"},
    {"File Read 1024 bufsize 2000 maxblocks", "fstime-r", "KBps"},
    {"File Read 256 bufsize 500 maxblocks", "fsbuffer-r", "KBps"},
    {"File Read 4096 bufsize 8000 maxblocks", "fsdisk-r", "KBps"},
    {"Pipe Throughput", "pipe", "lps"},
    {"Pipe-based Context Switching", "context1", "lps"},
    {"Process Creation", "spawn", "lps"},
    {"Shell Scripts (1 concurrent)", "shell1", "lpm"},
    {"Shell Scripts (8 concurrent)", "shell8", "lpm"},
    {"Shell Scripts (16 concurrent)", "shell16", "lpm"},
    {"System Call Overhead", "syscall", "lps"},
    {"Exec System Call Overhead", "sysexec", "lps"},
    {"Arithoh", "arithoh", "lps"},
    {"Recursion Test -- Tower of Hanoi", "hanoi", "lps"},
    {"Recursion Test--Tower of Hanoi", "hanoi", "lps"},
    {"Dc: sqrt(2) to 99 decimal places", "dc", "lpm"},
    {"C Compiler Throughput (gcc)", "C", "lpm"},
    {"C Compiler Throughput", "C", "lpm"},
    {"Grep a large file (system's grep)", "grep", "lpm"},
    {"Arithmetic Test (short)", "short", "lps"},
    {"Arithmetic Test (int)", "int", "lps"},
    {"Arithmetic Test (long)", "long", "lps"},
    {"Arithmetic Test (float)", "float", "lps"},
    {"Arithmetic Test (double)", "double", "lps"},
    {"Arithmetic Test (type = short)", "short", "lps"},
    {"Arithmetic Test (type = int)", "int", "lps"},
    {"Arithmetic Test (type = long)", "long", "lps"},
    {"Arithmetic Test (type = float)", "float", "lps"},
    {"Arithmetic Test (type = double)", "double", "lps"},
};

template <size_t N>
bool among(std::string_view word, const std::string_view (&list)[N]) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

template <size_t N>
bool ends_with_any(std::string_view text, const std::string_view (&list)[N]) {
  return std::any_of(std::begin(list), std::end(list),
                     [&](std::string_view end) { return text.ends_with(end); });
}

void set(Metric& metric, Better better, Kind kind) {
  metric.better = better;
  metric.kind = kind;
}

constexpr std::string_view time_units[] = {
    "s",           "sec",         "secs",         "second",       "seconds", "[sec]", "ms",
    "msec",        "msecs",       "millisecond",  "milliseconds", "us",      "usec",  "usecs",
    "µs",          "microsecond", "microseconds", "ns",           "nsec",    "nsecs", "nanosecond",
    "nanoseconds", "usecs/op",    "us/op",        "µs/op",        "ns/op",   "ms/op", "s/op",
    "sec/op",      "min",         "minutes"};
constexpr std::string_view rate_units[] = {
    "lps",      "lpm",    "MWIPS", "KBps",       "ops/sec",   "ops/s",         "operations/sec",
    "events/s", "GB/sec", "GB/s",  "MB/sec",     "MB/s",      "KB/s",          "KB/sec",
    "B/s",      "bits/s", "bps",   "Mbits/sec",  "Gbits/sec", "10^6bits/s",    "Trans/s",
    "iops",     "/s",     "/sec",  "per second", "fps",       "Mflop/s",       "MFLOPS",
    "KiB/s",    "MiB/s",  "GiB/s", "req/s",      "queries/s", "transactions/s"};

// Where nothing but the unit is known: times are better low, rates high.
void by_unit(Metric& metric) {
  if (among(metric.unit, time_units))
    set(metric, Better::lower, Kind::time);
  else if (among(metric.unit, rate_units))
    set(metric, Better::higher, Kind::rate);
  else if (metric.unit == "%" || metric.unit == "percent")
    set(metric, Better::neutral, Kind::share);
}

void unixbench(Metric& metric) {
  const std::string_view name = metric.title;
  for (const Title& title : unixbench_titles)
    if (name == title.title) {
      metric.id = "unixbench/" + std::string(title.workload) + ".rate";
      if (metric.unit.empty()) metric.unit = title.unit;
      return set(metric, Better::higher, Kind::rate);
    }
  if (name.starts_with("System Benchmarks Index Score") || name == "FINAL SCORE" ||
      name == "AVERAGE") {
    metric.id = "unixbench.score";
    metric.unit.clear();
    return set(metric, Better::higher, Kind::rate);
  }
  if (name.starts_with("2D ") || name.starts_with("3D ") || !metric.unit.empty())
    return set(metric, Better::higher, Kind::rate);
  // Every other row of a UnixBench report is a rate too.
  set(metric, Better::higher, Kind::rate);
}

// A perf event without modifiers and PMU: "cpu_core/cycles/u" is "cycles".
std::string bare_event(std::string_view name) {
  // "S0: cycles" is an aggregate's.
  if (const size_t colon = name.find(": "); colon != std::string_view::npos)
    name.remove_prefix(colon + 2);
  std::string bare = to_lower(name);
  if (const size_t slash = bare.find('/'); slash != std::string::npos && slash + 1 < bare.size()) {
    const size_t end = bare.find('/', slash + 1);
    bare = bare.substr(slash + 1, end == std::string::npos ? std::string::npos : end - slash - 1);
  }
  if (const size_t colon = bare.find(':'); colon != std::string::npos && bare.size() - colon <= 5)
    bare.resize(colon);
  std::replace(bare.begin(), bare.end(), ' ', '-');
  std::replace(bare.begin(), bare.end(), '_', '-');
  return bare;
}

void perf_event(Metric& metric) {
  static constexpr std::string_view clocks[] = {
      "task-clock", "cpu-clock",    "task-clock-ticks", "time-elapsed",
      "elapsed",    "elapsed-time", "duration-time",    "seconds-time-elapsed"};
  static constexpr std::string_view neutral_times[] = {"user", "sys", "user-time", "system-time"};
  static constexpr std::string_view lower[] = {"cycles",
                                               "cpu-cycles",
                                               "ref-cycles",
                                               "bus-cycles",
                                               "stalled-cycles-frontend",
                                               "stalled-cycles-backend",
                                               "idle-cycles-frontend",
                                               "idle-cycles-backend"};
  const std::string event = bare_event(metric.title);
  if (among(std::string_view(event), clocks)) return set(metric, Better::lower, Kind::time);
  if (among(std::string_view(event), neutral_times))
    return set(metric, Better::neutral, Kind::time);
  if (among(std::string_view(event), lower) || event.ends_with("-misses") ||
      event.ends_with("-miss") || event.ends_with(".miss") || event == "branch-misses" ||
      event == "cache-misses")
    return set(metric, Better::lower, Kind::count);
  if (event == "insn-per-cycle" || event == "ipc") return set(metric, Better::neutral, Kind::share);
  set(metric, Better::neutral, Kind::count);
}

// LKP: PROGRAM.STAT. Monitors are neutral; what a benchmark reports has the direction of LKP's own
// index files.
void lkp(Metric& metric) {
  std::string_view name = metric.title;
  for (std::string_view total : {"TOTAL ", "GEO-MEAN "})
    if (name.starts_with(total)) name.remove_prefix(total.size());
  if (name != metric.title) metric.id = name;
  static const std::unordered_set<std::string_view> monitors{
      "boot-time",  "boottime",    "cpuidle",      "cpuidle4",      "iostat",       "lock_stat",
      "meminfo",    "mpstat",      "numa-meminfo", "numa-numastat", "numa-vmstat",  "perf-profile",
      "perf-sched", "proc-vmstat", "sched_debug",  "slabinfo",      "softirqs",     "interrupts",
      "turbostat",  "uptime",      "vmstat",       "latency_stats", "diskstats",    "ftrace",
      "kmsg",       "dmesg",       "last_state",   "stderr",        "pagetypeinfo", "buddyinfo",
      "nfsstat",    "numastat",    "time",         "syscalls",      "netstat",      "schedstat",
      "hwmon",      "pmeter",      "cpufreq"};
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos)
    return;  // a test case of a 2014 table: the metric is in the row of totals
  const std::string_view program = name.substr(0, dot), stat = name.substr(dot + 1);
  if (name.ends_with("user_time") || name.ends_with("system_time") || name.ends_with("time.user") ||
      name.ends_with("time.sys"))
    return set(metric, Better::neutral, Kind::time);
  if (program == "boot-time" || program == "boottime")
    return set(metric, Better::lower, Kind::time);
  if (program == "dmesg" || program == "last_state" || program == "stderr" || program == "kmsg" ||
      stat.ends_with(".fail"))
    return set(metric, Better::lower, Kind::count);
  if (program == "perf-stat") {
    const size_t last = stat.find('.');
    const std::string_view event = last == std::string_view::npos ? stat : stat.substr(last + 1);
    if (event.ends_with("miss-rate%") || event == "MPKI")
      return set(metric, Better::lower, Kind::share);
    if (event == "ipc" || event == "cpi" || event.ends_with('%'))
      return set(metric, Better::neutral, Kind::share);
    if (event.ends_with("misses") || event == "cpu-cycles" || event == "ref-cycles")
      return set(metric, Better::lower, Kind::count);
    return;
  }
  if (name.ends_with('%')) return set(metric, Better::neutral, Kind::share);
  if (monitors.contains(program)) return;
  if (stat.starts_with("time.")) {
    if (stat.starts_with("time.elapsed_time")) return set(metric, Better::lower, Kind::time);
    if (stat.ends_with("maximum_resident_set_size")) return set(metric, Better::lower, Kind::size);
    return;
  }
  static constexpr std::string_view rates[] = {
      "_ops",        "throughput", "per_sec",      "per-sec",    "per_second",    "_bps",
      "_MBps",       "MBps",       "jobs-per-min", "iops",       "files_per_sec", ".score",
      "tps",         "qps",        "bandwidth",    "MB/sec",     "MB/s",          "workload",
      "scalability", "median",     "_rate",        ".processes", ".threads",      "bw"};
  static constexpr std::string_view times[] = {
      "latency", "latency_us", "latency_ns", "latency.us", "latency.ns",
      "_ms",     "_usec",      "_us",        "_ns",        "usecs/op"};
  if (stat.find("latency") != std::string_view::npos || ends_with_any(stat, times))
    return set(metric, Better::lower, Kind::time);
  if (stat == "score" || stat.starts_with("throughput") || ends_with_any(stat, rates))
    return set(metric, Better::higher, stat.ends_with("scalability") ? Kind::share : Kind::rate);
}

void will_it_scale(Metric& metric) {
  const std::string_view name = metric.title;
  if (name.ends_with("_idle")) return set(metric, Better::neutral, Kind::share);
  if (name.ends_with("processes") || name.ends_with("threads")) {
    if (metric.unit.empty()) metric.unit = "ops/s";
    return set(metric, Better::higher, Kind::rate);
  }
  set(metric, Better::neutral, Kind::rate);
}

void lmbench(Metric& metric) {
  const std::string_view name = metric.title;
  if (name.starts_with("Basic system parameters") || name.ends_with(": Mhz")) return;
  by_unit(metric);
  if (metric.better == Better::neutral && metric.unit.empty() && name.starts_with("Simple "))
    set(metric, Better::lower, Kind::time);
}

void stress_ng(Metric& metric) {
  const std::string_view name = metric.title;
  if (name.ends_with("usr time") || name.ends_with("sys time"))
    return set(metric, Better::neutral, Kind::time);
  if (name.ends_with("real time")) return set(metric, Better::neutral, Kind::time);
  if (name.find("bogo ops/s") != std::string_view::npos)
    return set(metric, Better::higher, Kind::rate);
  if (name.ends_with("bogo ops")) return set(metric, Better::higher, Kind::count);
  const std::string low = to_lower(name);
  if (low.find("nanosec") != std::string::npos || low.find("microsec") != std::string::npos)
    return set(metric, Better::lower, Kind::time);
  if (low.find("per sec") != std::string::npos || low.find("/sec") != std::string::npos)
    return set(metric, Better::higher, Kind::rate);
}

}  // namespace

Metric look_up_metric(std::string_view format, Name printed_name, Name unit) {
  Metric metric{printed_name, printed_name, unit, Better::neutral, Kind::count};
  if (format.starts_with("unixbench"))
    unixbench(metric);
  else if (format.starts_with("lkp"))
    lkp(metric);
  else if (format.starts_with("perf-stat"))
    perf_event(metric);
  else if (format == "will-it-scale-csv")
    will_it_scale(metric);
  else if (format == "lmbench")
    lmbench(metric);
  else if (format == "stress-ng")
    stress_ng(metric);
  else
    by_unit(metric);
  return metric;
}

}  // namespace lodestone
