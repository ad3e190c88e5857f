// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include "base/text.h"
#include "formats/writer.h"
#include "model/unixbench.h"

namespace lodestone {
namespace {

// Three tests, passes of 10 s.
Run small_run(const std::string& rule) {
  lodestone::Run run;
  run.id = "r1";
  run.started = "2026-11-30T18:27:13Z";
  for (auto [name, value] : std::initializer_list<std::pair<const char*, const char*>>{
           {"machine", "web1"},
           {"system", "GNU/Linux"},
           {"kernel", "6.1.0"},
           {"kernel_version", "#1 SMP"},
           {"architecture", "x86_64"},
           {"platform", "unknown"},
           {"language", "en_US.utf8"},
           {"charmap", "UTF-8"},
           {"collate", "UTF-8"},
           {"cpus", "2"},
           {"cpu_list", "0-1 4400.0 Intel(R) Xeon(R) Silver"},
           {"cpu_features", "x86-64, MMX"},
           {"uptime", "18:27:13 up 13 min,  0 user,  load average: 2.92, 0.87, 0.33"},
           {"run_level", "5"}})
    run.context.set(name, value);
  run.context.set("score_rule", rule);
  auto add = [&](const char* name, double rate, std::vector<uint64_t> counts) {
    const UnixbenchTest* test = find_unixbench_test(name);
    const std::string id = std::string("unixbench/") + name;
    Measurement m;
    m.metric = {id + ".rate", test->title, test->label, Better::higher, Kind::rate};
    m.center = rate;
    int number = 0;
    for (uint64_t count : counts) {
      m.samples.push_back({static_cast<double>(count) / 10, 0, number, number});
      Pass pass;
      pass.workload = id;
      pass.process = number++;
      pass.started = "2026-11-30T18:27:13Z";
      pass.elapsed_seconds = 10.5;
      Copy copy;
      copy.pid = 4711;
      copy.operations = count;
      copy.seconds = 10;
      copy.elapsed_seconds = 10.5;
      pass.copies.push_back(copy);
      run.passes.push_back(pass);
    }
    run.workloads.push_back({id, 1, "process", {}, {m}});
  };
  add("pipe", 24.4, {240, 244, 100});
  add("context1", 8000, {80000});
  add("shell16", 100, {100});
  return run;
}

TEST(UnixbenchWriter, ToTheCharacter) {
  auto text = find_writer("unixbench")->write(small_run("unixbench: worst third dropped"));
  ASSERT_TRUE(text);
  EXPECT_EQ(*text,
            "   BYTE UNIX Benchmarks (Version 6.0.0)\n"
            "\n"
            "   System: web1: GNU/Linux\n"
            "   OS: GNU/Linux -- 6.1.0 -- #1 SMP\n"
            "   Machine: x86_64 (unknown)\n"
            "   Language: en_US.utf8 (charmap=\"UTF-8\", collate=\"UTF-8\")\n"
            "   CPU 0: Intel(R) Xeon(R) Silver (4400.0 bogomips)\n"
            "          x86-64, MMX\n"
            "   CPU 1: Intel(R) Xeon(R) Silver (4400.0 bogomips)\n"
            "          x86-64, MMX\n"
            "   18:27:13 up 13 min,  0 user,  load average: 2.92, 0.87, 0.33; runlevel 5\n"
            "\n"
            "------------------------------------------------------------------------\n"
            "Benchmark Run: Mon Nov 30 2026 18:27:13 - 18:27:23\n"
            "2 CPUs in system; running 1 parallel copy of tests\n"
            "\n"
            "Pipe Throughput                                  24.4 lps   (10.0 s, 2 samples)\n"
            "Pipe-based Context Switching                   8000.0 lps   (10.0 s, 1 samples)\n"
            "Shell Scripts (16 concurrent)                   100.0 lpm   (10.0 s, 1 samples)\n"
            "\n"
            "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
            "Pipe Throughput                               12440.0         24.4      0.0\n"
            "Pipe-based Context Switching                   4000.0       8000.0     20.0\n"
            "Shell Scripts (16 concurrent)                     ---        100.0      ---\n"
            "                                                                   ========\n"
            "System Benchmarks Index Score (Partial Only)                            0.6\n"
            "\n"
            "Measured by lodestone with its own workloads; score rule: UnixBench's (worst third of "
            "the passes dropped, "
            "geometric mean of the rest).\n");
}

TEST(UnixbenchWriter, FullIndexAndSeveralCopies) {
  lodestone::Run run = small_run("all passes, geometric mean");
  run.workloads.clear();
  run.passes.clear();
  for (int copies : {1, 4})
    for (const std::string& name : unixbench_group("index")) {
      const UnixbenchTest* test = find_unixbench_test(name);
      Measurement m;
      m.metric.id = "unixbench/" + name + ".rate";
      m.center = test->baseline * 100 * copies;
      m.samples = {{*m.center, 0, 0, 0}};
      run.workloads.push_back({"unixbench/" + name, copies, "process", {}, {m}});
    }
  auto text = find_writer("unixbench")->write(run);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("running 4 parallel copies of tests\n"), std::string::npos);
  EXPECT_NE(
      text->find("System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"),
      std::string::npos);
  EXPECT_NE(
      text->find("\nSystem Benchmarks Index Score                                        1000.0\n"),
      std::string::npos);
  EXPECT_NE(
      text->find("\nSystem Benchmarks Index Score                                        4000.0\n"),
      std::string::npos);
  EXPECT_LT(text->find("Shell Scripts (1 conc"), text->find("Shell Scripts (8 conc"));
  EXPECT_TRUE(text->ends_with(
      "Measured by lodestone with its own workloads; score rule: all passes, geometric mean.\n"));
}

TEST(UnixbenchLogWriter, EveryPassOfEveryCopy) {
  lodestone::Run run = small_run("unixbench: worst third dropped");
  run.workloads.resize(1);
  run.workloads[0].metrics[0].center = 24.2;
  auto text = find_writer("unixbench-log")->write(run);
  ASSERT_TRUE(text);
  EXPECT_TRUE(
      text->starts_with("########################################################\n"
                        "Pipe Throughput -- 1 copy\n"
                        "==> lodestone run unixbench/pipe --copies 1\n"
                        "\n"
                        "#### Pass 1\n"
                        "\n"
                        "\n"
                        "# COUNT0: 240\n"
                        "# COUNT1: 1\n"
                        "# COUNT2: lps\n"
                        "# elapsed: 10.000000\n"
                        "# pid: 4711\n"
                        "# status: 0\n"
                        "\n"
                        "#### Pass 2\n"))
      << *text;
  EXPECT_NE(text->find("*Dump score:        100.0\n"
                       "Count score:        240.0\n"
                       "Count score:        244.0\n"
                       "\n"
                       ">>>> Results of 1 copy\n"
                       ">>>> score: 24.2\n"
                       ">>>> time: 10\n"
                       ">>>> iterations: 2\n"),
            std::string::npos)
      << *text;
}

TEST(UnixbenchLogWriter, RatesKeepTheirOwnTime) {
  lodestone::Run run = small_run("all passes, geometric mean");
  run.workloads.resize(1);
  run.workloads[0].id = "unixbench/fstime";
  run.workloads[0].metrics[0].metric.id = "unixbench/fstime.rate";
  run.passes.resize(1);
  run.passes[0].workload = "unixbench/fstime";
  run.passes[0].copies[0].values["count"] = 580000;
  auto text = find_writer("unixbench-log")->write(run);
  ASSERT_TRUE(text);
  EXPECT_NE(
      text->find(
          "# COUNT0: 580000\n# COUNT1: 0\n# COUNT2: KBps\n# TIME: 10.0\n# elapsed: 10.000000\n"),
      std::string::npos)
      << *text;
}

TEST(Writers, RefuseWhatTheyCannotShow) {
  lodestone::Run empty;
  for (const char* name : {"unixbench", "unixbench-log"}) {
    const auto text = find_writer(name)->write(empty);
    ASSERT_FALSE(text) << name;
    EXPECT_EQ(text.error().code, ErrorCode::unsupported);
  }
  EXPECT_EQ(find_writer("no-such"), nullptr);
}

TEST(MarkdownWriter, OneRowAMetric) {
  lodestone::Run run = small_run("all passes, geometric mean");
  run.label = "a|b";
  run.findings.push_back({"F101 workload-failed", "x", "y", ""});
  auto text = find_writer("markdown")->write(run);
  ASSERT_TRUE(text);
  EXPECT_TRUE(text->starts_with("# a\\|b\n")) << *text;
  EXPECT_NE(text->find("| unixbench/context1.rate | 1 | 8000 | lps |"), std::string::npos) << *text;
  EXPECT_NE(text->find("- F101 workload-failed: x; y\n"), std::string::npos) << *text;
}

}  // namespace
}  // namespace lodestone
