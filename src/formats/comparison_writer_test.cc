// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/comparison_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "formats/lkp_cells.h"
#include "formats/read.h"

namespace lodestone {
namespace {

using testing::HasSubstr;

ComparisonRow row(const std::string& id, double base, double base_spread, double new_,
                  double new_spread, Basis basis) {
  ComparisonRow made;
  made.metric.id = id;
  made.base = {6, base, base_spread, SpreadKind::population_sd};
  made.new_ = {6, new_, new_spread, SpreadKind::population_sd};
  made.change_percent = (new_ / base - 1) * 100;
  made.basis = basis;
  made.direction = Verdict::faster;
  return made;
}

Comparison seed() {
  PairComparison pair;
  pair.base.label = "3d7ee969bffcc98";
  pair.new_.label = "cfda7bb9ecbf9d96264bb5bad";
  pair.headline.sentence = "faster: will-it-scale.per_thread_ops +14.7 %";
  pair.rows = {row("will-it-scale.per_thread_ops", 5497021, 0.4, 6303424, 0.3, Basis::summary),
               row("cpuidle.C1-NHM.usage", 2455, 5.2, 2870, 5.9, Basis::summary),
               row("time.user_time", 24.13, 12.1, 35.93, 14.8, Basis::summary)};
  Comparison comparison;
  comparison.pairs = {pair};
  return comparison;
}

TEST(LkpWriter, rows_of_2014_to_the_character) {
  const std::string text = find_comparison_writer("lkp-2014")->write(seed()).value();
  EXPECT_THAT(
      text,
      HasSubstr("3d7ee969bffcc98  cfda7bb9ecbf9d96264bb5bad  \n"
                "---------------  -------------------------  \n"
                "   5497021 ~ 0%     +14.7%    6303424 ~ 0%  TOTAL will-it-scale.per_thread_ops\n"
                "      2455 ~ 5%     +16.9%       2870 ~ 5%  TOTAL cpuidle.C1-NHM.usage\n"
                "     24.13 ~12%     +48.9%      35.93 ~14%  TOTAL time.user_time\n"));
  EXPECT_THAT(text, HasSubstr("lodestone"));
}

TEST(LkpWriter, rows_of_today_to_the_character) {
  const std::string text = find_comparison_writer("lkp")->write(seed()).value();
  EXPECT_THAT(
      text, HasSubstr(" 3d7ee969bffcc98   cfda7bb9ecbf9d96264bb5bad \n---------------- "
                      "--------------------------- \n"
                      "         %stddev     %change         %stddev\n             \\          |    "
                      "            \\  \n"
                      "   5497021           +14.7%    6303424        will-it-scale.per_thread_ops\n"
                      "      2455 ±  5%     +16.9%       2870 ±  5%  cpuidle.C1-NHM.usage\n"
                      "     24.13 ± 12%     +48.9%      35.93 ± 14%  time.user_time\n"));
}

// What is written reads back to the numbers that the cells show.
TEST(LkpWriter, round_trip) {
  for (const char* format : {"lkp", "lkp-2014"}) {
    const std::string text = find_comparison_writer(format)->write(seed()).value();
    const auto reading = read_results_text(text);
    ASSERT_TRUE(reading) << format;
    ASSERT_EQ(reading->tables.size(), 2u) << format << "\n" << text;
    ASSERT_EQ(reading->tables[0].rows.size(), 3u) << format;
    const double expected[2][3] = {{5497021, 2455, 24.13}, {6303424, 2870, 35.93}};
    for (size_t side = 0; side < 2; ++side)
      for (size_t i = 0; i < 3; ++i)
        EXPECT_EQ(reading->tables[side].rows[i].value, expected[side][i]) << format;
    EXPECT_EQ(reading->tables[1].rows[2].spread_percent, 14);
    ASSERT_EQ(reading->pairs.size(), 1u);
  }
}

// A name stands once in a table: both modes of a test have tables of their own.
TEST(LkpWriter, a_table_for_every_mode) {
  Comparison comparison = seed();
  std::vector<ComparisonRow>& rows = comparison.pairs[0].rows;
  rows = {row("scale/brk1.rate", 100, 1, 110, 1, Basis::summary),
          row("time.user_time", 1, 1, 2, 1, Basis::summary),
          row("scale/brk1.rate", 300, 1, 310, 1, Basis::summary),
          row("time.user_time", 3, 1, 4, 1, Basis::summary),
          row("scale/brk1.per_thread_ops", 150, 1, 155, 1, Basis::summary)};
  const char* modes[] = {"process", "process", "thread", "thread", "sweep"};
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].workload = "scale/brk1";
    rows[i].copies = 2;
    rows[i].mode = modes[i];
    rows[i].family = i % 2 == 0 ? Family::headline : Family::explanation;
  }
  for (const char* format : {"lkp", "lkp-2014"}) {
    const std::string text = find_comparison_writer(format)->write(comparison).value();
    EXPECT_THAT(text, HasSubstr("will-it-scale.2.threads")) << text;
    const auto reading = read_results_text(text);
    ASSERT_TRUE(reading) << text;
    ASSERT_EQ(reading->tables.size(), 4u) << text;
    EXPECT_EQ(reading->pairs.size(), 2u) << text;
    ASSERT_EQ(reading->tables[0].rows.size(), 2u);
    EXPECT_EQ(reading->tables[0].rows[1].value, 1);
    ASSERT_EQ(reading->tables[2].rows.size(), 3u);
    EXPECT_THAT(reading->tables[2].rows[0].metric.title, HasSubstr("will-it-scale.2.threads"));
    EXPECT_EQ(reading->tables[2].rows[1].value, 150) << "beside the results, before what explains";
    EXPECT_EQ(reading->tables[3].rows[2].value, 4);
  }
}

TEST(LkpCells, forms_by_size) {
  EXPECT_EQ(lkp_mean(999.994), "    999.99");
  EXPECT_EQ(lkp_mean(1000.9), "      1000");
  EXPECT_EQ(lkp_mean(std::exp(std::log(1434.0))), "      1434");
  EXPECT_EQ(lkp_mean(1433.9999999995), "      1434");
  EXPECT_EQ(lkp_mean(1.5e8), "   1.5e+08");
  EXPECT_EQ(lkp_spread_cell(2.0), "      ");
  EXPECT_EQ(lkp_spread_cell(104.9), " ±104%");
  ComparisonRow made = row("mpstat.cpu.all.usr%", 5, 1, 12.6, 1, Basis::summary);
  EXPECT_EQ(lkp_change(made), "      +7.6  ");
  made = row("x.y", 1, 1, 2001, 1, Basis::summary);
  EXPECT_EQ(lkp_change(made), "    +2e+05% ");
  // A sample's standard deviation becomes the population's.
  EXPECT_NEAR(*lkp_spread({4, 1.0, 10.0}, Basis::sampled), 10 * std::sqrt(0.75), 1e-12);
  EXPECT_FALSE(lkp_spread({1, 1.0, 10.0}, Basis::sampled));
  // A standard error, too; without the number of runs it cannot be one.
  EXPECT_NEAR(*lkp_spread({10, 1.0, 5.0, SpreadKind::standard_error}, Basis::summary), 15, 1e-12);
  EXPECT_FALSE(lkp_spread({std::nullopt, 1.0, 5.0, SpreadKind::standard_error}, Basis::summary));
}

// Counts per operation are small: two decimals would make them zero.
TEST(LkpWriter, small_values_keep_their_digits) {
  Comparison comparison = seed();
  comparison.pairs[0].rows = {
      row("scale/brk1.rate", 1000000, 1, 1100000, 1, Basis::summary),
      row("scale/brk1.page-faults", 0.000235, 1, 0.0471, 1, Basis::summary)};
  for (const char* format : {"lkp", "lkp-2014"}) {
    const std::string text = find_comparison_writer(format)->write(comparison).value();
    const auto reading = read_results_text(text);
    ASSERT_TRUE(reading) << text;
    ASSERT_EQ(reading->tables.size(), 2u) << text;
    EXPECT_EQ(reading->tables[0].rows.at(1).value, 0.000235) << text;
    EXPECT_EQ(reading->tables[1].rows.at(1).value, 0.0471) << text;
  }
}

TEST(LkpCells, what_is_told) {
  const struct {
    const char* id;
    double base, new_;
    Family family;
    bool told;
  } cases[] = {
      {"slabinfo.kmalloc-64.active_objs", 100, 104, Family::headline, true},
      {"slabinfo.kmalloc-64.active_objs", 100, 104, Family::explanation, false},
      {"slabinfo.kmalloc-64.active_objs", 100, 106, Family::explanation, true},
      {"interrupts.NMI", 0, 0, Family::explanation, false},
      {"time.user_time", 10, 10.1, Family::explanation, true},
      {"scale/brk1.page-faults", 10, 10.1, Family::explanation, true},
      {"task-schedstat.run_delay%", 3, 3.5, Family::explanation, false},
      {"task-schedstat.run_delay%", 3, 4.5, Family::explanation, true},
  };
  for (const auto& one : cases) {
    ComparisonRow made = row(one.id, one.base, 1, one.new_, 1, Basis::sampled);
    made.workload = "scale/brk1";
    made.family = one.family;
    EXPECT_EQ(lkp_tells(made), one.told) << one.id << " " << one.new_;
  }
}

TEST(PerfStatColumnsWriter, round_trip) {
  Comparison comparison;
  PairComparison pair;
  pair.base.label = "x86-defconfig";
  pair.new_.label = "PARAVIRT=y";
  for (const auto& [name, base, new_] : {std::tuple{"cycles", 3781392474., 3918777174.},
                                         {"instructions", 1957153827., 2161280486.},
                                         {"branch-misses", 32486067., 32336874.}}) {
    ComparisonRow made = row(std::string("mmap/touch.") + name, base, 0, new_, 0, Basis::single);
    made.metric.title = name;
    made.metric.unit = "/op";
    made.workload = "mmap/touch";
    pair.rows.push_back(made);
  }
  ComparisonRow clock = row("mmap/touch.task-clock", 0.0125, 0, 0.015, 0, Basis::single);
  clock.metric.title = "task-clock";
  clock.metric.unit = "msec/op";
  clock.workload = "mmap/touch";
  pair.rows.push_back(clock);
  ComparisonRow moves = row("mmap/touch.cpu-migrations", 7e-7, 0, 0, 0, Basis::single);
  moves.metric.title = "cpu-migrations";
  moves.metric.unit = "/op";
  moves.workload = "mmap/touch";
  pair.rows.push_back(moves);
  ComparisonRow time = row("mmap/touch.time", 12800, 0, 13000.5, 0, Basis::single);
  time.metric.unit = "ns";
  time.workload = "mmap/touch";
  pair.rows.insert(pair.rows.begin(), time);
  comparison.pairs = {pair};
  const std::string text = find_comparison_writer("perf-stat-columns")->write(comparison).value();
  EXPECT_THAT(
      text,
      HasSubstr(
          " |     3781392474 |     3918777174  cycles per operation                +3.63%\n"));
  const auto reading = read_results_text(text);
  ASSERT_TRUE(reading) << describe(reading.error()) << text;
  ASSERT_EQ(reading->tables.size(), 2u) << text;
  ASSERT_EQ(reading->tables[0].rows.size(), 6u) << text;
  // The clock first, what it took last.
  EXPECT_EQ(reading->tables[0].rows.at(0).value, 0.0125);
  EXPECT_EQ(reading->tables[0].rows.at(1).value, 7e-7);
  EXPECT_EQ(reading->tables[0].rows.at(2).value, 3781392474.);
  EXPECT_EQ(reading->tables[1].rows.at(4).value, 32336874.);
  EXPECT_EQ(reading->tables[1].rows.at(5).value, 13000.5);
  EXPECT_EQ(reading->tables[1].rows.at(5).metric.unit, "ns");
}

}  // namespace
}  // namespace lodestone
