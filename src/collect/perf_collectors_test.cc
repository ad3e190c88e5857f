// SPDX-License-Identifier: GPL-2.0-or-later
// Collectors that count by perf_event_open(2): turbostat, tracepoints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "collect/fake_perf.h"
#include "collect/sampler.h"
#include "sys/fixture.h"

namespace lodestone {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Key;
using testing::Not;

constexpr uint64_t always = uint64_t{1} << 60;  // longer than any test, in ns

class PerfCollectors : public testing::Test {
 protected:
  PerfCollectors() {
    tree_.file("/sys/devices/system/cpu/online", "0-1\n");
    const std::string msr = "/sys/bus/event_source/devices/msr/";
    tree_.file(msr + "type", "9\n").file(msr + "format/event", "config:0-63\n");
    tree_.file(msr + "events/tsc", "event=0x00\n").file(msr + "events/aperf", "event=0x01\n");
    tree_.file(msr + "events/mperf", "event=0x02\n");
    for (const auto& [name, id] : {std::pair{"sched/sched_switch", "314\n"},
                                   {"sched/sched_wakeup", "315\n"},
                                   {"irq/softirq_entry", "160\n"}})
      tree_.file(std::string("/sys/kernel/tracing/events/") + name + "/id", id);
    perf_.count = [](const FakePerf::Open&) { return PerfCount{1000, always, always}; };
  }
  Collected collect(const std::string& list) {
    Sampler sampler(CollectorInput(tree_.root(), perf_), select_collectors(list).value());
    sampler.begin(0, 10);
    live_ = perf_.live;
    return sampler.end(10);
  }
  FixtureTree tree_;
  FakePerf perf_;
  int live_ = 0;  // events open during the pass
};

TEST_F(PerfCollectors, frequency_and_share_of_time_busy) {
  // CPU 0 is busy half the time and fast then, CPU 1 a quarter.
  perf_.count = [](const FakePerf::Open& open) {
    const uint64_t counts[2][3] = {{1000, 800, 500}, {1000, 200, 250}};
    return PerfCount{counts[open.cpu][open.event.config], always, always};
  };
  const Collected got = collect("turbostat");
  EXPECT_EQ(live_, 6);
  EXPECT_EQ(perf_.live, 0);
  EXPECT_DOUBLE_EQ(got.values.at("turbostat.Busy%"), 37.5);
  EXPECT_DOUBLE_EQ(got.values.at("turbostat.Bzy_MHz") / got.values.at("turbostat.TSC_MHz"),
                   1000. / 750);
  EXPECT_NEAR(got.values.at("turbostat.Avg_MHz") / got.values.at("turbostat.TSC_MHz"), .5, 1e-9);
  EXPECT_EQ(collected_metric("turbostat.Busy%").kind, Kind::share);
  EXPECT_EQ(collected_metric("turbostat.Bzy_MHz").unit, "MHz");
}

TEST_F(PerfCollectors, a_virtual_machine_without_aperf_has_no_frequency_and_says_so) {
  tree_.remove("/sys/bus/event_source/devices/msr/events/aperf");
  const Collected got = collect("turbostat");
  EXPECT_TRUE(got.values.empty());
  EXPECT_THAT(got.unavailable.at("turbostat").why, HasSubstr("no such counter"));
  EXPECT_THAT(got.unavailable.at("turbostat").hint, HasSubstr("bare machine"));
}

TEST_F(PerfCollectors, without_privilege_the_remedy_is_named) {
  perf_.refuse = [](const FakePerf::Open&) { return EACCES; };
  for (const char* name : {"turbostat", "tracepoints"}) {
    const Collected got = collect(name);
    EXPECT_TRUE(got.values.empty());
    EXPECT_THAT(got.unavailable.at(name).hint, HasSubstr("perf_event_paranoid")) << name;
  }
}

TEST_F(PerfCollectors, registers_by_their_files) {
  tree_.remove("/sys/bus/event_source/devices/msr/type");
  // MPERF (0xe7) and APERF (0xe8) overlap in an ordinary file: of the latter there is a 256th.
  const auto put = [&](const std::string& path, uint64_t tsc, uint64_t mperf) {
    std::string bytes(0xf0, '\0');
    for (size_t i = 0; i < 8; ++i) {
      bytes[0x10 + i] = static_cast<char>(tsc >> 8 * i & 0xff);
      bytes[0xe7 + i] = static_cast<char>(mperf >> 8 * i & 0xff);
    }
    tree_.file(path, bytes);
  };
  const uint64_t wrapped = ~uint64_t{0} - 99999;  // wraps after 100,000
  put("/dev/cpu/0/msr", wrapped, 0);
  put("/dev/cpu/1/msr", 5, 256);
  Sampler sampler(CollectorInput(tree_.root(), perf_), select_collectors("turbostat").value());
  sampler.begin(0, 10);
  put("/dev/cpu/0/msr", 900000, 256 * 1000);
  put("/dev/cpu/1/msr", 1000005, 256 * 3001);
  const Collected got = sampler.end(10);
  EXPECT_NEAR(got.values.at("turbostat.Busy%"), 100 * 256 * 4000. / 2000000, 1e-9);
  EXPECT_NEAR(got.values.at("turbostat.Bzy_MHz") / got.values.at("turbostat.TSC_MHz"), 1. / 256,
              1e-9);
}

TEST_F(PerfCollectors, tracepoints_a_second_over_all_cpus) {
  const Collected got = collect("tracepoints:sched:sched_switch,irq:softirq_entry");
  EXPECT_EQ(live_, 4);
  EXPECT_EQ(perf_.live, 0);
  EXPECT_EQ(got.values.size(), 2u);
  EXPECT_GT(got.values.at("tracepoints.sched:sched_switch"), 0);
  EXPECT_EQ(collected_metric("tracepoints.sched:sched_switch").unit, "/s");
  EXPECT_TRUE(got.unavailable.empty());
}

TEST_F(PerfCollectors, tracepoints_by_pattern_by_default_and_misspelt) {
  EXPECT_EQ(collect("sched:*").values.size(), 2u);
  const Collected usual = collect("tracepoints");
  EXPECT_EQ(usual.values.size(), 3u);
  EXPECT_TRUE(usual.unavailable.empty());  // of the usual ones each kernel has its own
  const Collected some = collect("sched:sched_swich,irq:softirq_entry");
  EXPECT_THAT(some.values, Contains(Key("tracepoints.irq:softirq_entry")));
  EXPECT_THAT(some.unavailable.at("tracepoints").what, HasSubstr("sched:sched_swich"));
}

TEST_F(PerfCollectors, without_tracefs_there_are_no_tracepoints) {
  FixtureTree bare;
  bare.file("/sys/devices/system/cpu/online", "0\n");
  Sampler sampler(CollectorInput(bare.root(), perf_), select_collectors("tracepoints").value());
  EXPECT_THAT(sampler.unopened().at("tracepoints").hint, HasSubstr("mount -t tracefs"));
}

TEST_F(PerfCollectors, what_a_cpu_did_not_count_all_the_time_is_missing) {
  perf_.count = [](const FakePerf::Open& open) {  // CPU 1 went offline at once
    return open.cpu == 1 ? PerfCount{1000, 1, 1} : PerfCount{1000, always, always};
  };
  const Collected got = collect("tracepoints,turbostat");
  EXPECT_TRUE(got.values.empty()) << got.values.begin()->first;
  EXPECT_THAT(got.unavailable.at("turbostat").why, HasSubstr("offline"));
}

TEST_F(PerfCollectors, too_many_files_at_the_start_of_a_pass) {
  int opened = 0;
  perf_.refuse = [&](const FakePerf::Open&) { return ++opened > 12 ? EMFILE : 0; };
  const Collected got = collect("tracepoints,turbostat");
  EXPECT_THAT(got.unavailable, Contains(Key("turbostat")));
  EXPECT_THAT(got.unavailable.at("turbostat").hint, HasSubstr("ulimit -n"));
  EXPECT_EQ(perf_.live, 0);
}

}  // namespace
}  // namespace lodestone
