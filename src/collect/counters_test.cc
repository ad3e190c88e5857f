// SPDX-License-Identifier: GPL-2.0-or-later
#include "collect/counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <unistd.h>

#include <cerrno>
#include <map>

#include "collect/fake_perf.h"
#include "collect/tasks.h"
#include "sys/fixture.h"

namespace lodestone {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Key;
using testing::Not;

class CountersTest : public testing::Test {
 protected:
  CountersTest() {
    tree_.file("/proc/50/task/50/children", "51 52 \n").file("/proc/51/task/51/children", "");
    tree_.file("/proc/51/task/53/children", "").file("/proc/52/task/52/children", "");
  }
  Counted count(std::string_view list, const std::vector<int>& cpus = {}) {
    auto session = CounterSession::create(tree_.root(), perf_, list);
    EXPECT_TRUE(session) << session.error().what;
    session->attach(50, cpus);
    return session->finish();
  }
  std::string codes(const Counted& counted) {
    std::string text;
    for (const Finding& finding : counted.findings)
      text += finding.code + ": " + finding.text + "\n";
    return text;
  }
  FixtureTree tree_;
  FakePerf perf_;
};

TEST_F(CountersTest, every_task_of_the_tree_is_counted_in_groups) {
  const Counted counted = count("{cycles,instructions},task-clock");
  EXPECT_EQ(perf_.opens.size(), 12u);  // 3 events on tasks 50, 51, 53, 52
  EXPECT_EQ(perf_.opens[1].group, 100);
  EXPECT_EQ(perf_.opens[0].group, -1);
  EXPECT_TRUE(perf_.opens[0].enabled);
  EXPECT_EQ(counted.values.at("perf.cycles"), 4000);
  EXPECT_DOUBLE_EQ(counted.values.at("perf.task-clock"), 4000e-6);
  EXPECT_EQ(perf_.live, 0);
  EXPECT_TRUE(counted.findings.empty());
}

TEST_F(CountersTest, slightly_multiplexed_counts_are_scaled_and_badly_multiplexed_ones_rejected) {
  perf_.count = [](const FakePerf::Open& open) {
    return open.event.config == PERF_COUNT_HW_CPU_CYCLES ? PerfCount{950, 100, 95}
                                                         : PerfCount{300, 100, 33};
  };
  const Counted counted = count("cycles,cache-misses");
  EXPECT_DOUBLE_EQ(counted.values.at("perf.cycles"), 4000);
  EXPECT_DOUBLE_EQ(counted.running_share.at("perf.cycles"), 0.95);
  EXPECT_THAT(counted.values, Not(Contains(Key("perf.cache-misses"))));
  EXPECT_THAT(codes(counted), HasSubstr("F505 multiplexed: not reported: cache-misses (33 %)"));
}

TEST_F(CountersTest, without_a_pmu_software_events_remain_and_nothing_is_zero) {
  perf_.refuse = [](const FakePerf::Open& open) { return open.event.hardware() ? ENOENT : 0; };
  const Counted counted = count("default");
  EXPECT_EQ(counted.values.size(), 4u);
  EXPECT_THAT(counted.values, Contains(Key("perf.context-switches")));
  EXPECT_THAT(counted.values, Not(Contains(Key("perf.cycles"))));
  EXPECT_THAT(codes(counted),
              HasSubstr("F501 no-hardware-counters: not counted: cycles, instructions, branches"));
}

TEST_F(CountersTest, a_paranoid_kernel_gives_the_user_part) {
  perf_.refuse = [](const FakePerf::Open& open) {
    return open.event.hardware() && open.event.kernel ? EACCES : 0;
  };
  const Counted counted = count("instructions,instructions:k");
  EXPECT_THAT(counted.values, Contains(Key("perf.instructions:u")));
  EXPECT_THAT(counted.values, Not(Contains(Key("perf.instructions:k"))));
  EXPECT_THAT(codes(counted), HasSubstr("F504 user-part-only"));
  EXPECT_THAT(codes(counted), HasSubstr("F502 counters-refused: not counted: instructions:k"));
}

TEST_F(CountersTest, a_paranoid_kernel_gives_the_software_events_that_user_mode_causes) {
  perf_.refuse = [](const FakePerf::Open& open) { return open.event.kernel ? EACCES : 0; };
  const Counted counted = count("task-clock,page-faults,context-switches");
  EXPECT_THAT(counted.values, Contains(Key("perf.task-clock")));
  EXPECT_THAT(counted.values, Contains(Key("perf.page-faults:u")));
  EXPECT_EQ(counted.values.size(), 2u);
  EXPECT_THAT(codes(counted), HasSubstr("only the part in user mode was counted: page-faults\n"));
  EXPECT_THAT(codes(counted), HasSubstr("F502 counters-refused: not counted: context-switches\n"));
}

TEST_F(CountersTest, an_event_that_does_not_fit_its_group_is_counted_alone) {
  perf_.refuse = [](const FakePerf::Open& open) {
    return open.group >= 0 && open.event.config == PERF_COUNT_HW_BRANCH_MISSES ? EINVAL : 0;
  };
  const Counted counted = count("{cycles,branch-misses}");
  EXPECT_EQ(counted.values.size(), 2u);
  EXPECT_EQ(perf_.opens[1].group, -1);
  EXPECT_TRUE(perf_.opens[1].enabled);
}

TEST_F(CountersTest, hybrid_processors_count_on_both_kinds_of_core) {
  tree_.file("/sys/bus/event_source/devices/cpu_core/type", "4\n")
      .file("/sys/bus/event_source/devices/cpu_atom/type", "10\n");
  perf_.count = [](const FakePerf::Open& open) {
    return open.event.config >> 32 == 4 ? PerfCount{700, 100, 60} : PerfCount{300, 100, 40};
  };
  const Counted counted = count("cycles");
  EXPECT_EQ(perf_.opens.size(), 8u);
  EXPECT_DOUBLE_EQ(counted.values.at("perf.cycles"),
                   4000);  // 60 % and 40 % of the time make the whole
  EXPECT_DOUBLE_EQ(counted.running_share.at("perf.cycles"), 1);
}

TEST_F(CountersTest, whole_cpus_are_another_quantity_and_have_no_clocks) {
  const Counted counted = count("context-switches,task-clock", {0, 3});
  ASSERT_EQ(perf_.opens.size(), 2u);
  EXPECT_EQ(perf_.opens[1].pid, -1);
  EXPECT_EQ(perf_.opens[1].cpu, 3);
  EXPECT_EQ(counted.values.size(), 1u);
  EXPECT_EQ(counted.values.at("perf.context-switches@cpus"), 2000);
  EXPECT_TRUE(counted.findings.empty());
}

TEST_F(CountersTest, where_whole_cpus_are_forbidden_the_tasks_are_counted) {
  perf_.refuse = [](const FakePerf::Open& open) { return open.cpu >= 0 ? EACCES : 0; };
  const Counted counted = count("cycles,context-switches", {0, 1});
  EXPECT_EQ(counted.values.at("perf.cycles"), 4000);
  EXPECT_EQ(counted.values.at("perf.context-switches"), 4000);
  EXPECT_THAT(codes(counted), HasSubstr("F513 cpus-refused"));
  EXPECT_THAT(codes(counted), Not(HasSubstr("F502")));
}

TEST_F(CountersTest, whole_cpus_of_a_hybrid_processor_have_one_pmu_each) {
  tree_.file("/sys/bus/event_source/devices/cpu_core/type", "4\n")
      .file("/sys/bus/event_source/devices/cpu_atom/type", "10\n");
  perf_.refuse = [](const FakePerf::Open& open) {
    return (open.event.config >> 32 == 4) == (open.cpu == 0) ? 0 : ENOENT;
  };
  const Counted counted = count("cycles", {0, 1});
  EXPECT_EQ(perf_.opens.size(), 2u);
  EXPECT_DOUBLE_EQ(counted.values.at("perf.cycles@cpus"), 2000);
  EXPECT_TRUE(counted.findings.empty());
}

TEST_F(CountersTest, refused_on_some_of_the_tasks_is_no_count) {
  perf_.refuse = [](const FakePerf::Open& open) { return open.pid == 53 ? EMFILE : 0; };
  const Counted counted = count("page-faults");
  EXPECT_TRUE(counted.values.empty());
  EXPECT_THAT(codes(counted), HasSubstr("F503 counters-failed: not counted: page-faults"));
}

TEST_F(CountersTest, a_task_that_ended_is_no_problem) {
  perf_.refuse = [](const FakePerf::Open& open) { return open.pid == 53 ? ESRCH : 0; };
  const Counted counted = count("page-faults");
  EXPECT_EQ(counted.values.at("perf.page-faults"), 3000);
  EXPECT_TRUE(counted.findings.empty());
}

TEST_F(CountersTest, sysfs_raw_and_tracepoint_names) {
  tree_.file("/sys/bus/event_source/devices/cpu/type", "4\n");
  tree_.file("/sys/bus/event_source/devices/cpu/format/event", "config:0-7,32-35\n");
  tree_.file("/sys/bus/event_source/devices/cpu/format/umask", "config:8-15\n");
  tree_.file("/sys/bus/event_source/devices/cpu/events/mem-loads", "event=0xcd,umask=0x1\n");
  tree_.file("/sys/kernel/tracing/events/sched/sched_switch/id", "314\n");
  const Root root = tree_.root();
  EXPECT_EQ(find_perf_event(root, "r1a8")->at(0).config, 0x1a8u);
  EXPECT_EQ(find_perf_event(root, "cpu/event=0x13c,umask=2/")->at(0).config, 0x10000023cu);
  EXPECT_EQ(find_perf_event(root, "cpu/mem-loads/u") ? 1 : 0, 0);
  EXPECT_EQ(find_perf_event(root, "cpu/mem-loads/:u")->at(0).config, 0x1cdu);
  EXPECT_FALSE(find_perf_event(root, "cpu/mem-loads/:u")->at(0).kernel);
  EXPECT_EQ(find_perf_event(root, "sched:sched_switch")->at(0).config, 314u);
  EXPECT_FALSE(find_perf_event(root, "no-such-event"));
  EXPECT_EQ(find_perf_event(root, "dummy")->at(0).config, 9u);
  EXPECT_EQ(find_perf_event(root, "bpf-output")->at(0).config, 10u);
}

TEST_F(CountersTest, what_this_machine_does_not_have_is_a_finding_and_the_rest_is_counted) {
  tree_.file("/sys/bus/event_source/devices/software/type", "1\n");
  const Counted counted =
      count("cpu/event=0x3c/,page-faults,UOPS_RETIRED,sched:sched_switch,{NO_SUCH:PART,faults}");
  EXPECT_EQ(counted.values.size(), 2u);
  std::map<std::string, Finding> found;
  for (const Finding& finding : counted.findings) found[finding.text] = finding;
  ASSERT_EQ(found.size(), 4u);
  for (const auto& [text, finding] : found) EXPECT_EQ(finding.code, "F506 no-such-event") << text;
  const Finding sysfs = found.at("not counted: cpu/event=0x3c/");
  EXPECT_EQ(sysfs.reason, "this machine has no PMU cpu; it has software");
  EXPECT_THAT(sysfs.remedy, HasSubstr("lodestone exact"));
  EXPECT_THAT(found.at("not counted: UOPS_RETIRED").reason, HasSubstr("no PMU of the processor"));
  EXPECT_THAT(found.at("not counted: sched:sched_switch").reason, HasSubstr("tracefs"));
  EXPECT_EQ(count("UOPS_RETIRED").findings.size(), 1u);
}

TEST_F(CountersTest, terms_that_a_pmu_does_not_know) {
  tree_.file("/sys/bus/event_source/devices/cpu/type", "4\n");
  tree_.file("/sys/bus/event_source/devices/cpu/format/event", "config:0-7\n");
  const Counted counted = count("cpu/evnet=0x3c/");
  ASSERT_EQ(counted.findings.size(), 1u);
  EXPECT_EQ(counted.findings[0].reason, "the PMU cpu does not know these terms");
  EXPECT_EQ(counted.findings[0].remedy, "it knows event=");
}

TEST_F(CountersTest, what_no_machine_could_count_is_refused) {
  for (const char* list : {"cpu/event=zz/", "/event=1/", "cpu//", "cpu/event=1/k", "sched:", "a b",
                           "cycles,:u", "", " , ", "{}"}) {
    const auto session = CounterSession::create(tree_.root(), perf_, list);
    ASSERT_FALSE(session) << list;
    EXPECT_EQ(session.error().code, ErrorCode::usage) << list;
  }
}

TEST_F(CountersTest, the_kernels_part_without_a_pmu_is_not_for_want_of_permission) {
  perf_.refuse = [](const FakePerf::Open& open) {
    return open.event.kernel ? EACCES : open.event.hardware() ? ENOENT : 0;
  };
  const Counted counted = count("instructions:k,context-switches:k");
  EXPECT_THAT(codes(counted), HasSubstr("F501 no-hardware-counters: not counted: instructions:k"));
  EXPECT_THAT(codes(counted), HasSubstr("F502 counters-refused: not counted: context-switches:k"));
  // Where even user mode is forbidden, sysfs tells.
  perf_.refuse = [](const FakePerf::Open&) { return EACCES; };
  EXPECT_THAT(codes(count("instructions:k")), HasSubstr("F502"));
  tree_.file("/sys/bus/event_source/devices/software/type", "1\n");
  EXPECT_THAT(codes(count("instructions:k")), HasSubstr("F501"));
  EXPECT_EQ(perf_.live, 0);
}

TEST_F(CountersTest, tasks_of_a_process_are_those_of_its_children_too) {
  std::vector<std::string> folders;
  for (const Task& task : tasks_of(tree_.root(), 50)) folders.push_back(task.folder());
  EXPECT_THAT(folders, testing::UnorderedElementsAre("/proc/50/task/50", "/proc/51/task/51",
                                                     "/proc/51/task/53", "/proc/52/task/52"));
  EXPECT_EQ(tasks_of(tree_.root(), 77).at(0).id, 77);  // gone: itself alone
}

TEST(EventGroups, braces_commas_and_slashes) {
  using Groups = std::vector<std::vector<std::string>>;
  EXPECT_EQ(parse_event_groups("a,{b,c},cpu/x=1,y=2/").value(),
            (Groups{{"a"}, {"b", "c"}, {"cpu/x=1,y=2/"}}));
  EXPECT_EQ(parse_event_groups("default")->size(), 7u);
  EXPECT_EQ(parse_event_groups("default,default").value(), parse_event_groups("default").value());
  EXPECT_EQ(parse_event_groups("cycles,{faults,cycles},my:default_x").value(),
            (Groups{{"cycles"}, {"faults"}, {"my:default_x"}}));
  EXPECT_FALSE(parse_event_groups("{a,b"));
}

TEST(CounterMetric, has_name_unit_and_direction) {
  EXPECT_EQ(counter_metric("mmap/touch", "perf.instructions:k").id,
            "mmap/touch.instructions.kernel");
  EXPECT_EQ(counter_metric("lat/ctx", "perf.instructions:k@cpus").id,
            "lat/ctx.instructions.kernel.whole_cpus");
  EXPECT_EQ(counter_metric("mmap/touch", "perf.instructions").better, Better::neutral);
  EXPECT_EQ(counter_metric("mmap/touch", "perf.branch-misses").better, Better::lower);
  EXPECT_EQ(counter_metric("x", "perf.task-clock").unit, "msec/op");
}

// The real kernel: software events of this process, wherever the tests may use perf_event_open(2).
TEST(SystemPerf, counts_the_page_faults_of_this_process) {
  auto session = CounterSession::create(Root(), system_perf(), "page-faults:u");
  ASSERT_TRUE(session);
  session->attach(getpid());
  std::string touched(8 << 20, 'x');
  for (size_t i = 0; i < touched.size(); i += 4096) ASSERT_EQ(touched[i], 'x');
  const Counted counted = session->finish();
  if (counted.values.empty())
    EXPECT_FALSE(counted.findings.empty());  // refused here: it must say so
  else
    EXPECT_GE(counted.values.at("perf.page-faults:u"), 100);
}

}  // namespace
}  // namespace lodestone
