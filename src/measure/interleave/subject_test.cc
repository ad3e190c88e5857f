// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/subject.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

Observation observe(const std::string& shell, std::vector<OutputMetric> metrics = {},
                    double timeout = 0) {
  auto subject = command_subject(std::move(metrics));
  subject->timeout_seconds = timeout;
  Arm arm;
  arm.command = {shell};
  return *subject->measure(arm, 0, {});
}

TEST(CommandSubject, MeasuresTheProcess) {
  auto observation = observe("sleep 0.02");
  EXPECT_EQ(observation.error, "");
  EXPECT_GT(observation.values["command.wall"], .02);
  EXPECT_GT(observation.values["command.max_rss"], 100);
  EXPECT_LT(observation.values["command.user"], 1);
}

TEST(CommandSubject, PicksTheLastNumber) {
  auto metric = *parse_output_metric("throughput,MB/s,higher=rate ([0-9.]+)");
  EXPECT_EQ(metric.better, Better::higher);
  auto observation = observe("echo rate 1.5; echo rate 2.5", {metric});
  EXPECT_EQ(observation.values["throughput"], 2.5);
}

TEST(CommandSubject, NamesWhatWentWrong) {
  auto metric = *parse_output_metric("x,s,lower=x=([a-z0-9.]+)");
  EXPECT_NE(observe("exit 3").error.find("exit status 3"), std::string::npos);
  EXPECT_NE(observe("echo hello", {metric}).error.find("printed nothing that matches x"),
            std::string::npos);
  EXPECT_NE(observe("echo x=nan", {metric}).error.find("'nan' is not a finite number"),
            std::string::npos);
  EXPECT_NE(observe("sleep 20", {}, .1).error.find("still running"), std::string::npos);
}

TEST(CommandSubject, PatternsThatCutANumberAreRefused) {
  const auto picked = [](const char* pattern, const std::string& output) {
    return observe("echo '" + output + "'",
                   {*parse_output_metric("x,s,lower=" + std::string(pattern))});
  };
  EXPECT_NE(picked("x=([0-9]+)", "x=12.5").error.find("takes '12' out of the number '12.5'"),
            std::string::npos);
  EXPECT_NE(picked("x=([0-9.]+)", "x=1.5e-3").error.find("'1.5e-3'"), std::string::npos);
  EXPECT_NE(picked("([0-9.]+) ms", "at -5.2 ms").error.find("'-5.2'"), std::string::npos);
  EXPECT_NE(picked("^([0-9]+)", "12,34").error.find("'12,34'"), std::string::npos);
  EXPECT_NE(picked("([0-9]+) ops", "1,234 ops").error.find("'1,234'"), std::string::npos);
  EXPECT_EQ(picked("x=([0-9.]+)", "x=12.5, y=3").values.at("x"), 12.5);
  EXPECT_EQ(picked("x=([0-9.]+)", "x=12ms").values.at("x"), 12);
  EXPECT_EQ(picked("-([0-9.]+)", "range 3-12").values.at("x"), 12);
  EXPECT_EQ(picked("^([0-9]+),", "12,34").values.at("x"), 12);
  EXPECT_EQ(picked(",([0-9]+)", "12,34").values.at("x"), 34);
  EXPECT_EQ(picked("x=([0-9]+)", "x=12.").values.at("x"), 12);
  EXPECT_EQ(picked("x=([0-9.]+)", "x=5e").values.at("x"), 5);
}

TEST(OutputMetric, RefusesWhatCannotWork) {
  EXPECT_FALSE(parse_output_metric("x"));
  EXPECT_FALSE(parse_output_metric("x,s=(a)"));
  EXPECT_FALSE(parse_output_metric("x,s,best=(a)"));
  EXPECT_FALSE(parse_output_metric("x,s,lower=a"));
  EXPECT_FALSE(parse_output_metric("x,s,lower=(a"));
}

Pass pass_of(std::vector<int64_t> ticks) {
  Pass pass;
  Copy copy;
  for (auto t : ticks) copy.windows.push_back({0, t, 10});
  pass.copies.push_back(copy);
  return pass;
}

TEST(SecondsPerOperation, TheFirstTenthIsLeftOut) {
  auto pass = pass_of({9000, 1000, 1010, 990, 1000, 1000, 1000, 1000, 1000, 5000});
  EXPECT_NEAR(*seconds_per_operation(pass, WindowStatistic::median), 1e-7, 1e-12);
  EXPECT_GT(*seconds_per_operation(pass, WindowStatistic::mean), 1.4e-7);
  EXPECT_LT(*seconds_per_operation(pass, WindowStatistic::tenth), 1.01e-7);
  EXPECT_FALSE(seconds_per_operation(pass_of({}), WindowStatistic::median));
}

TEST(SecondsPerOperation, CopiesAddTheirRates) {
  auto pass = pass_of({1000, 1000, 1000});
  pass.copies.push_back(pass.copies[0]);
  EXPECT_NEAR(*seconds_per_operation(pass, WindowStatistic::median), 5e-8, 1e-12);
}

}  // namespace
}  // namespace lodestone
