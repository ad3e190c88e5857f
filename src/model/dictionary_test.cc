// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/dictionary.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

struct Case {
  const char *format, *name, *unit;
  const char* id;
  Better better;
  Kind kind;
};

class Dictionary : public testing::TestWithParam<Case> {};

TEST_P(Dictionary, Means) {
  const Case& want = GetParam();
  const Metric metric = look_up_metric(want.format, want.name, want.unit);
  EXPECT_EQ(metric.id, want.id);
  EXPECT_EQ(metric.title, want.name);
  EXPECT_EQ(metric.better, want.better) << want.name;
  EXPECT_EQ(metric.kind, want.kind) << want.name;
}

INSTANTIATE_TEST_SUITE_P(
    Names, Dictionary,
    testing::Values(
        Case{"unixbench", "Pipe Throughput", "", "unixbench/pipe.rate", Better::higher, Kind::rate},
        Case{"unixbench", "System Benchmarks Index Score (Partial Only)", "", "unixbench.score",
             Better::higher, Kind::rate},
        Case{"unixbench", "FINAL SCORE", "", "unixbench.score", Better::higher, Kind::rate},
        Case{"unixbench-log", "System Call Overhead", "lps", "unixbench/syscall.rate",
             Better::higher, Kind::rate},
        Case{"lkp", "TOTAL will-it-scale.per_thread_ops", "", "will-it-scale.per_thread_ops",
             Better::higher, Kind::rate},
        Case{"lkp", "unixbench.score", "", "unixbench.score", Better::higher, Kind::rate},
        Case{"lkp", "TOTAL time.user_time", "", "time.user_time", Better::neutral, Kind::time},
        Case{"lkp", "unixbench.time.system_time", "", "unixbench.time.system_time", Better::neutral,
             Kind::time},
        Case{"lkp", "cpuidle.C1-NHM.usage", "", "cpuidle.C1-NHM.usage", Better::neutral,
             Kind::count},
        Case{"lkp", "perf-stat.i.branch-misses", "", "perf-stat.i.branch-misses", Better::lower,
             Kind::count},
        Case{"lkp", "perf-stat.i.instructions", "", "perf-stat.i.instructions", Better::neutral,
             Kind::count},
        Case{"lkp", "perf-stat.overall.cache-miss-rate%", "", "perf-stat.overall.cache-miss-rate%",
             Better::lower, Kind::share},
        Case{"lkp", "mpstat.cpu.all.usr%", "", "mpstat.cpu.all.usr%", Better::neutral, Kind::share},
        Case{"lkp", "fileio.request_latency_max_ms", "", "fileio.request_latency_max_ms",
             Better::lower, Kind::time},
        Case{"lkp", "unixbench.time.voluntary_context_switches", "",
             "unixbench.time.voluntary_context_switches", Better::neutral, Kind::count},
        Case{"lkp", "no-such-thing.foo", "", "no-such-thing.foo", Better::neutral, Kind::count},
        Case{"perf-stat", "task-clock", "msec", "task-clock", Better::lower, Kind::time},
        Case{"perf-stat", "time elapsed", "seconds", "time elapsed", Better::lower, Kind::time},
        Case{"perf-stat", "user", "seconds", "user", Better::neutral, Kind::time},
        Case{"perf-stat-columns", "CPU cycles", "", "CPU cycles", Better::lower, Kind::count},
        Case{"perf-stat", "cpu_core/cycles/u", "", "cpu_core/cycles/u", Better::lower, Kind::count},
        Case{"perf-stat", "cache-misses:u", "", "cache-misses:u", Better::lower, Kind::count},
        Case{"perf-stat", "context-switches", "", "context-switches", Better::neutral, Kind::count},
        Case{"perf-stat", "page-faults", "", "page-faults", Better::neutral, Kind::count},
        Case{"will-it-scale-csv", "16.threads", "", "16.threads", Better::higher, Kind::rate},
        Case{"will-it-scale-csv", "16.threads_idle", "", "16.threads_idle", Better::neutral,
             Kind::share},
        Case{"lmbench", "Basic system parameters: Mhz", "", "Basic system parameters: Mhz",
             Better::neutral, Kind::count},
        Case{"lmbench", "Memory latencies: L1 $", "nanoseconds", "Memory latencies: L1 $",
             Better::lower, Kind::time},
        Case{"lmbench", "Local bandwidths: Pipe", "MB/s", "Local bandwidths: Pipe", Better::higher,
             Kind::rate},
        Case{"perf-bench", "ops/sec", "ops/sec", "ops/sec", Better::higher, Kind::rate},
        Case{"perf-bench", "Total time", "sec", "Total time", Better::lower, Kind::time},
        Case{"stress-ng", "pipe: bogo ops/s (real time)", "", "pipe: bogo ops/s (real time)",
             Better::higher, Kind::rate},
        Case{"hyperfine", "whatever", "", "whatever", Better::neutral, Kind::count}));

TEST(Dictionary, UnitsOfTitles) {
  EXPECT_EQ(look_up_metric("unixbench", "File Copy 256 bufsize 500 maxblocks").unit, "KBps");
  EXPECT_EQ(look_up_metric("unixbench", "Double-Precision Whetstone").unit, "MWIPS");
  EXPECT_EQ(look_up_metric("will-it-scale-csv", "1.processes").unit, "ops/s");
}

}  // namespace
}  // namespace lodestone
