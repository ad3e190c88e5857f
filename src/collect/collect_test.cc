// SPDX-License-Identifier: GPL-2.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

#include "collect/collector.h"
#include "collect/sampler.h"
#include "collect/series.h"
#include "sys/fixture.h"

namespace lodestone {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Key;
using testing::Not;
using Values = std::map<std::string, double>;

void load(FixtureTree& tree, const std::string& machine) {
  tree.bundle(std::string(LODESTONE_SOURCE_DIR) + "/tests/fixtures/machines/" + machine + ".tree");
}

Collected collect(const Root& root, const std::string& list,
                  const std::function<void()>& between = {}) {
  Sampler sampler(root, select_collectors(list).value());
  sampler.begin(0, 10);
  if (between) between();
  return sampler.end(10);
}

TEST(Collect, a_desktop_has_everything) {
  FixtureTree tree;
  load(tree, "x86-desktop");
  const Collected got = collect(tree.root(), "all", [&] {
    tree.file("/sys/devices/system/cpu/cpu0/cpuidle/state1/usage", "2100\n");  // was 2000
    tree.file("/sys/class/powercap/intel-rapl:0/energy_uj", "1150\n");         // wrapped
    tree.file("/proc/net/dev",
              "a\nb\n  eth0: 987654421 876543 0 7 0 0 0 0 123456789 765432 0 0 0 0 0 0\n");
  });
  EXPECT_EQ(got.values.at("cpuidle.C1.usage"), 100);
  EXPECT_EQ(got.values.at("cpuidle.C6.time"), 0);
  EXPECT_EQ(got.values.at("slabinfo.kmalloc-64.active_objs"), 8829);
  EXPECT_EQ(got.values.at("slabinfo.dentry.num_slabs"), 6191);
  EXPECT_EQ(got.values.at("meminfo.MemTotal"), 16303540);
  EXPECT_EQ(got.values.at("thermal.x86_pkg_temp.0.temp"), 47);
  EXPECT_EQ(got.values.at("cpufreq.mean"), 3700123 - 3500);
  EXPECT_EQ(got.values.at("net-dev.eth0.rx_bytes"), 100);
  EXPECT_NEAR(got.values.at("energy.package-0.0.joules"),
              (262143328850. - 262143328000. + 1150) * 1e-6, 1e-9);
  EXPECT_EQ(got.values.at("buddyinfo.Node.0.zone.DMA32.10"), 300);
  EXPECT_EQ(got.values.at("proc-zoneinfo.Node.0.zone.Normal.managed"), 3810000);
  EXPECT_EQ(got.values.at("proc-vmstat.nr_free_pages"), 1012345);
  EXPECT_EQ(got.values.at("proc-vmstat.pgfault"), 0);
  EXPECT_EQ(got.values.at("interrupts.LOC:Local_timer_interrupts"), 0);
  EXPECT_THAT(got.values, Contains(Key("interrupts.16:IO-APIC.16-fasteoi.i801_smbus")));
  EXPECT_EQ(got.values.at("diskstats.nvme0n1.rd_ios"), 0);
  EXPECT_THAT(got.values, Not(Contains(Key("diskstats.nvme0n1p1.rd_ios"))));
  EXPECT_EQ(got.values.at("cgroup.memory.current"), 987654321);
  EXPECT_THAT(got.values, Contains(Key("time.user_time")));
  // What vanished is missing, not zero.
  EXPECT_THAT(got.values, Not(Contains(Key("net-dev.lo.rx_bytes"))));
  EXPECT_THAT(got.lost, Contains("net-dev.lo.rx_bytes"));
  EXPECT_THAT(got.unavailable, Contains(Key("lock_stat")));
  EXPECT_THAT(got.unavailable, Contains(Key("numa-meminfo")));
}

// What systemd mounted until 2021 by default, and containers of that time still see.
TEST(Collect, control_groups_of_version_1_beside_an_empty_version_2) {
  for (const bool hybrid : {false, true}) {
    FixtureTree tree;
    tree.file("/proc/self/cgroup",
              std::string("4:memory:/box\n2:cpu,cpuacct:/box\n") + (hybrid ? "0::/box\n" : ""));
    tree.file("/proc/self/mountinfo",
              std::string("32 30 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup "
                          "rw,cpu,cpuacct\n34 30 0:31 / /sys/fs/cgroup/memory rw - cgroup cgroup "
                          "rw,memory\n") +
                  (hybrid ? "40 30 0:37 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n" : ""));
    if (hybrid) tree.file("/sys/fs/cgroup/unified/box/cpu.stat", "usage_usec 7\n");
    const std::string cpu = "/sys/fs/cgroup/cpu,cpuacct/box/";
    const std::string memory = "/sys/fs/cgroup/memory/box/";
    tree.file(cpu + "cpuacct.usage", "1000000\n")
        .file(cpu + "cpuacct.stat", "user 10\nsystem 20\n")
        .file(cpu + "cpu.stat", "nr_periods 5\nnr_throttled 1\nthrottled_time 2000\n")
        .file(memory + "memory.usage_in_bytes", "4096\n")
        .file(memory + "memory.failcnt", "3\n")
        .file(memory + "memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n");
    const Collected got = collect(tree.root(), "cgroup", [&] {
      tree.file(cpu + "cpuacct.usage", "3000000\n")
          .file(cpu + "cpuacct.stat", "user 11\nsystem 20\n")
          .file(cpu + "cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_time 9000\n")
          .file(memory + "memory.failcnt", "4\n");
    });
    EXPECT_DOUBLE_EQ(got.values.at("cgroup.cpu.usage_usec"), 2000);
    EXPECT_DOUBLE_EQ(got.values.at("cgroup.cpu.user_usec"), 1e6 / sysconf(_SC_CLK_TCK));
    EXPECT_EQ(got.values.at("cgroup.cpu.system_usec"), 0);
    EXPECT_EQ(got.values.at("cgroup.cpu.nr_periods"), 4);
    EXPECT_EQ(got.values.at("cgroup.cpu.nr_throttled"), 2);
    EXPECT_DOUBLE_EQ(got.values.at("cgroup.cpu.throttled_usec"), 7);
    EXPECT_EQ(got.values.at("cgroup.memory.current"), 4096);
    EXPECT_EQ(got.values.at("cgroup.memory.events.max"), 1);
    EXPECT_EQ(got.values.at("cgroup.memory.events.oom_kill"), 0);
    EXPECT_EQ(got.values.size(), 9u);
  }
}

TEST(Collect, huge_pages_are_counted_in_pages) {
  EXPECT_EQ(collected_metric("meminfo.HugePages_Free").unit, "");
  EXPECT_EQ(collected_metric("numa-meminfo.node0.HugePages_Total").unit, "");
  EXPECT_EQ(collected_metric("meminfo.Hugetlb").unit, "kB");
  EXPECT_EQ(collected_metric("meminfo.AnonHugePages").unit, "kB");
}

TEST(Collect, every_machine_gives_what_it_has) {
  const std::pair<const char*, std::vector<const char*>> machines[] = {
      {"big-server",
       {"cpuidle.C2.usage", "numa-numastat.node1.numa_miss", "numa-meminfo.node1.AnonPages",
        "schedstat.run_delay_ns"}},
      {"arm64-board",
       {"interrupts.IPI0:Rescheduling_interrupts", "thermal.cpu-thermal.0.temp", "cpufreq.max"}},
      {"virtual-machine",
       {"proc-stat.cpu.steal", "interrupts.HYP:Hypervisor_callback_interrupts",
        "pressure.io.some.total"}},
      {"container", {"cgroup.cpu.nr_throttled", "cgroup.memory.current"}}};
  for (const auto& [machine, names] : machines) {
    FixtureTree tree;
    load(tree, machine);
    const Collected got = collect(tree.root(), "all");
    for (const char* name : names) EXPECT_THAT(got.values, Contains(Key(name))) << machine;
    for (const auto& [name, value] : got.values)
      EXPECT_EQ(name.find_first_of(" \t\n"), std::string::npos) << name;
  }
}

TEST(Collect, four_thousand_cpus) {
  FixtureTree tree;
  std::string text = "           ";
  for (int cpu = 0; cpu < 4096; ++cpu) text += "CPU" + std::to_string(cpu) + " ";
  text += "\n LOC:";
  for (int cpu = 0; cpu < 4096; ++cpu) text += " 10";
  tree.file("/proc/interrupts", text + "   Local timer interrupts\n");
  std::string stat = "cpu  1 2 3 4\n", sched = "version 15\n";
  for (int cpu = 0; cpu < 4096; ++cpu) {
    stat += "cpu" + std::to_string(cpu) + " 1 2 3 4 5 6 7 8 9 10\n";
    sched += "cpu" + std::to_string(cpu) + " 1 0 2 3 4 5 6 7 8\n";
  }
  tree.file("/proc/stat", stat).file("/proc/schedstat", sched);
  const Collected got = collect(tree.root(), "interrupts,proc-stat,schedstat", [&] {
    tree.file("/proc/interrupts", text + " Local timer interrupts\n");
  });
  EXPECT_EQ(got.values.at("interrupts.LOC:Local_timer_interrupts"), 0);
  EXPECT_EQ(got.values.at("schedstat.sched_yield"), 0);
}

TEST(Collect, files_that_change_vanish_or_are_nonsense_cost_themselves_alone) {
  FixtureTree tree;
  load(tree, "x86-desktop");
  const Collected got = collect(tree.root(), "all", [&] {
    tree.remove("/proc/meminfo").file("/sys/devices/system/cpu/cpu3/cpuidle/state1/usage", "");
    tree.file("/proc/vmstat", std::string(100000, '\xff'))
        .file("/proc/slabinfo", "slabinfo - version: 9.9\nx\n");
    tree.file("/proc/softirqs", "")
        .file("/proc/schedstat", "version 15\ncpu0 18446744073709551616 -1\n");
    tree.file("/proc/stat", "cpu  4 4 4\nctxt 5\nctxt 99999999999999999999\n");
  });
  EXPECT_THAT(got.values, Not(Contains(Key("softirqs.RCU"))));
  EXPECT_THAT(got.lost, Contains("proc-stat.ctxt"));  // fell: was reset
  EXPECT_THAT(got.lost, Contains("proc-vmstat.pgfault"));
  EXPECT_THAT(got.lost, Contains("cpuidle.C1.usage"));  // a CPU less: the sum means nothing
  EXPECT_THAT(got.values, Contains(Key("interrupts.LOC:Local_timer_interrupts")));
}

TEST(Collect, more_files_than_a_process_may_hold) {
  FixtureTree tree;
  constexpr int cpus = 700;
  tree.file("/sys/devices/system/cpu/online", "0-" + std::to_string(cpus - 1) + "\n");
  for (int cpu = 0; cpu < cpus; ++cpu) {
    const std::string state =
        "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpuidle/state0/";
    tree.file(state + "name", "C1\n").file(state + "usage", "10\n").file(state + "time", "7\n");
  }
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit usual = before;
  usual.rlim_cur = 1024;
  setrlimit(RLIMIT_NOFILE, &usual);
  const Collected got = collect(tree.root(), "cpuidle", [&] {
    tree.file("/sys/devices/system/cpu/cpu699/cpuidle/state0/usage", "15\n");
  });
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(got.values.at("cpuidle.C1.usage"), 5);  // of the very last CPU
}

TEST(Collect, a_file_that_shrinks_holds_nothing_of_before) {
  FixtureTree tree;
  const std::string few = "MemTotal: 10 kB\nMemFree: 5 kB\n";
  tree.file("/proc/meminfo", few + std::string(200000, ' ') + "\nCached: 7 kB\n");
  KeptFile file(tree.root(), "/proc/meminfo");
  EXPECT_GT(file.read()->size(), 200000u);
  tree.file("/proc/meminfo", few);
  EXPECT_EQ(*file.read(), few);
  tree.file("/proc/meminfo", "");
  EXPECT_EQ(*file.read(), "");
  tree.remove("/proc/meminfo").file("/proc/meminfo", few + few);  // gone, and back as another file
  EXPECT_FALSE(KeptFile(tree.root(), "/proc/meminfo").read(16));  // larger than it may be
}

TEST(Collect, an_unplugged_cpu_takes_the_sums_over_cpus_with_it) {
  FixtureTree tree;
  load(tree, "x86-desktop");
  tree.file("/proc/interrupts", "     CPU0 CPU1\n LOC: 100 200 Local timer interrupts\n");
  tree.file("/proc/softirqs", "     CPU0 CPU1\n RCU: 5 6\n");
  tree.file("/proc/schedstat", "version 15\ncpu0 1 0 2 3 4 5 6 7 8\ncpu1 1 0 2 3 4 5 6 7 8\n");
  const Collected got = collect(tree.root(), "interrupts,softirqs,schedstat", [&] {
    tree.file("/proc/interrupts", "     CPU0\n LOC: 400 Local timer interrupts\n");
    tree.file("/proc/softirqs", "     CPU0\n RCU: 50\n");
    tree.file("/proc/schedstat", "version 15\ncpu0 9 0 9 9 9 9 9 9 9\n");
  });
  EXPECT_THAT(got.values, testing::IsEmpty());
  EXPECT_THAT(got.lost, Contains("interrupts.LOC:Local_timer_interrupts"));
  EXPECT_THAT(got.lost, Contains("schedstat.run_delay_ns"));
}

// What only root may read costs itself alone.
TEST(Collect, without_privilege_the_rest_is_there) {
  FixtureTree tree;
  load(tree, "x86-desktop");
  chmod(tree.root().path("").c_str(), 0755);
  for (const char* path : {"/proc/slabinfo", "/sys/class/powercap/intel-rapl:0/energy_uj"})
    ASSERT_EQ(chmod(tree.root().path(path).c_str(), 0), 0) << path;
  const bool root = geteuid() == 0;
  ASSERT_TRUE(!root || seteuid(65534) == 0);
  const Collected got = collect(tree.root(), "all");
  ASSERT_TRUE(!root || seteuid(0) == 0);
  EXPECT_THAT(got.unavailable.at("slabinfo").why, HasSubstr("denied"));
  EXPECT_THAT(got.unavailable, Contains(Key("energy")));
  for (const char* name :
       {"meminfo.MemTotal", "cpuidle.C1.usage", "interrupts.LOC:Local_timer_interrupts",
        "proc-vmstat.pgfault", "time.user_time"})
    EXPECT_THAT(got.values, Contains(Key(name)));
}

TEST(Collect, what_cannot_be_read_says_why) {
  FixtureTree tree;
  Sampler sampler(tree.root(), select_collectors("all").value());
  EXPECT_FALSE(sampler.unopened().at("slabinfo").what.empty());
  sampler.begin(0, 10);
  const Collected got = sampler.end(10);
  for (const auto& [name, value] : got.values) EXPECT_TRUE(name.starts_with("time.")) << name;
  EXPECT_THAT(got.unavailable, Contains(Key("meminfo")));
}

TEST(Series, counters_wrap_at_32_bits_and_are_lost_when_reset) {
  Series series("x");
  series.begin_reading();
  series.counter("wraps", 4294967290u);
  series.counter("reset", 1u << 20);
  series.counter("big", uint64_t{1} << 60);
  series.level("level", 1);
  series.begin_reading();
  series.counter("wraps", 10);
  series.counter("reset", 5);
  series.counter("big", (uint64_t{1} << 60) + 3);
  series.level("level", 3);
  series.counter("late", 1);
  Values values;
  std::vector<std::string> lost;
  series.reduce(values, lost);
  EXPECT_EQ(values, (Values{{"x.wraps", 16}, {"x.big", 3}, {"x.level", 2}}));
  EXPECT_EQ(lost, (std::vector<std::string>{"x.reset", "x.late"}));
}

// A collector that sleeps in its reading.
class Stuck : public CollectorSession {
 public:
  Result<void> read(Readings& readings) override {
    if (reads_++ > 0) std::this_thread::sleep_for(std::chrono::seconds(2));
    readings.level("x", 1);
    return {};
  }
  int reads_ = 0;
};

TEST(Sampler, a_collector_that_blocks_is_given_up_and_the_others_go_on) {
  static const StatisticsCollector stuck{
      "stuck", "", 0, [](const CollectorInput&) -> Result<std::unique_ptr<CollectorSession>> {
        return std::make_unique<Stuck>();
      }};
  FixtureTree tree;
  load(tree, "virtual-machine");
  auto chosen = select_collectors("meminfo").value();
  chosen.insert(chosen.begin(), {&stuck, {}});
  Sampler sampler(tree.root(), chosen);
  sampler.begin(0, 0.2);
  const auto start = std::chrono::steady_clock::now();
  const Collected got = sampler.end(0.2);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(1500));
  EXPECT_THAT(got.unavailable.at("stuck").what, HasSubstr("did not answer"));
  EXPECT_EQ(got.values.at("meminfo.MemTotal"), 4029348);
  sampler.begin(0, 0.2);  // and again for the next pass
  EXPECT_EQ(sampler.end(0.2).values.at("meminfo.MemTotal"), 4029348);
}

TEST(Sampler, a_collector_that_blocks_when_it_is_opened_is_given_up) {
  static const StatisticsCollector stuck{
      "stuck", "", 0, [](const CollectorInput&) -> Result<std::unique_ptr<CollectorSession>> {
        std::this_thread::sleep_for(std::chrono::seconds(2));
        return std::make_unique<Stuck>();
      }};
  FixtureTree tree;
  load(tree, "virtual-machine");
  auto chosen = select_collectors("meminfo").value();
  chosen.insert(chosen.begin(), {&stuck, {}});
  const auto start = std::chrono::steady_clock::now();
  Sampler sampler(tree.root(), chosen, 0.2);
  sampler.begin(0, 0.2);
  const Collected got = sampler.end(0.2);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(1500));
  EXPECT_THAT(got.unavailable.at("stuck").what, HasSubstr("did not answer"));
  EXPECT_EQ(got.values.at("meminfo.MemTotal"), 4029348);
}

// A reading that burns 4 ms of a CPU may be had every four seconds, not every 10 ms.
TEST(Sampler, a_dear_collector_is_read_less_often) {
  static const StatisticsCollector dear{
      "dear", "", 0.01, [](const CollectorInput&) -> Result<std::unique_ptr<CollectorSession>> {
        class Burning : public CollectorSession {
          Result<void> read(Readings& readings) override {
            timespec used{};
            const auto now = [&] {
              clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
              return used.tv_sec * 1'000'000'000L + used.tv_nsec;
            };
            for (const long end = now() + 4'000'000; now() < end;) {
            }
            readings.counter("reads", static_cast<uint64_t>(++reads_));
            return {};
          }
          int reads_ = 0;
        };
        return std::make_unique<Burning>();
      }};
  Sampler sampler(Root(), {{&dear, {}}});
  sampler.begin(0, 10);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(sampler.end(10).values.at("dear.reads"), 2);  // the first, one more, and the last
}

TEST(Sampler, periodic_readings_are_averaged) {
  static const StatisticsCollector fast{
      "fast", "", 0.01, [](const CollectorInput&) -> Result<std::unique_ptr<CollectorSession>> {
        class Rising : public CollectorSession {
          Result<void> read(Readings& readings) override {
            readings.level("reads", ++reads_);
            return {};
          }
          int reads_ = 0;
        };
        return std::make_unique<Rising>();
      }};
  Sampler sampler(Root(), {{&fast, {}}});
  sampler.begin(0);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_GT(sampler.end().values.at("fast.reads"), 2.0);
}

TEST(SelectCollectors, by_name_glob_and_group) {
  EXPECT_EQ(select_collectors("all")->size(), collectors.size());
  EXPECT_GT(select_collectors("default")->size(), 3u);
  EXPECT_EQ(select_collectors("numa-*,cpuidle,cpuidle")->size(), 3u);
  EXPECT_THAT(select_collectors("cpuidel").error().hint, HasSubstr("cpuidle"));
  const auto traced = select_collectors("tracepoints:sched:sched_switch,irq:*,time");
  ASSERT_EQ(traced->size(), 2u);
  EXPECT_EQ(traced->at(0).choice, "sched:sched_switch irq:*");
}

TEST(CollectedMetric, has_direction_and_unit) {
  EXPECT_EQ(collected_metric("time.user_time").better, Better::neutral);
  EXPECT_EQ(collected_metric("time.user_time").unit, "s");
  EXPECT_EQ(collected_metric("cpuidle.C1.usage").better, Better::neutral);
  EXPECT_EQ(collected_metric("pressure.cpu.some.total").better, Better::lower);
}

}  // namespace
}  // namespace lodestone
