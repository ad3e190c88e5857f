// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "model/comparison.h"
#include "model/run.h"
#include "model/side.h"

namespace lodestone {
namespace {

Run sample_run(const std::string& boot) {
  Run run;
  run.id = "r1";
  run.label = "before";
  run.boot_id = boot;
  run.context.set("cpus", "2");
  Measurement m;
  m.metric = {"unixbench/pipe.rate", "Pipe Throughput", "lps", Better::higher, Kind::rate};
  m.samples = {{100, 0, 0, 0}, {101, 0, 1, 1}};
  run.workloads.push_back({"unixbench/pipe", 1, "process", {}, {m}});
  Pass pass;
  pass.workload = "unixbench/pipe";
  pass.copies.push_back(
      {0, 42, 1000, 10.0, 10.1, 0, "", {{0, 500000, 10, 1, 0, 499000}}, {{"user", 1.5}}});
  run.passes.push_back(pass);
  return run;
}

TEST(Model, DirectionWords) {
  const Metric rate{"a", "", "", Better::higher, Kind::rate},
      misses{"b", "", "", Better::lower, Kind::count},
      branches{"c", "", "", Better::neutral, Kind::count};
  EXPECT_EQ(direction_of(rate, 1, Basis::sampled), Verdict::faster);
  EXPECT_EQ(direction_of(rate, -1, Basis::sampled), Verdict::slower);
  EXPECT_EQ(direction_of(misses, 1, Basis::sampled), Verdict::worse);
  EXPECT_EQ(direction_of(branches, 1, Basis::sampled), Verdict::more);
  EXPECT_EQ(direction_of(rate, -1, Basis::exact), Verdict::less);
  EXPECT_EQ(direction_of(rate, 0, Basis::exact), Verdict::equal);
  EXPECT_EQ(opposite(Verdict::worse), Verdict::better);
  EXPECT_TRUE(is_change(Verdict::less));
  EXPECT_FALSE(is_change(Verdict::same));
}

TEST(Model, RunSurvivesJson) {
  const lodestone::Run run = sample_run("b1");
  auto text = to_text(to_json(run, true));
  auto document = parse_json(text);
  ASSERT_TRUE(document);
  auto back = run_from_json(*document);
  ASSERT_TRUE(back) << describe(back.error());
  EXPECT_EQ(to_text(to_json(*back, true)), text);
  EXPECT_EQ(back->passes[0].copies[0].windows[0].ticks_ns, 500000);
}

TEST(Model, MalformedRunsAreRefused) {
  for (const char* text : {"{}", "[]", "3", R"({"schema":"lodestone.run/1","workloads":3})",
                           R"({"schema":"lodestone.run/1","workloads":[{"id":5}]})"}) {
    auto document = parse_json(text);
    ASSERT_TRUE(document);
    EXPECT_FALSE(run_from_json(*document)) << text;
  }
}

TEST(Model, RunsOfOneLabelAreOneSide) {
  const Side side = side_of({sample_run("b1"), sample_run("b2"), sample_run("b2")});
  EXPECT_EQ(side.boots, 2u);
  ASSERT_EQ(side.measurements.size(), 1u);
  const auto& samples = side.measurements[0].measurement.samples;
  ASSERT_EQ(samples.size(), 6u);
  EXPECT_EQ(samples[2].boot, 1);
  EXPECT_EQ(samples[5].boot, 1);
  EXPECT_EQ(samples[5].process, 5);
}

}  // namespace
}  // namespace lodestone
