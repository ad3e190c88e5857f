// SPDX-License-Identifier: GPL-2.0-or-later
// Counters and collected statistics in the formats of perf stat and of the kernel test robot,
// against tests/fixtures/exports/NAME to the byte, and read back to the same numbers.
// LODESTONE_UPDATE_GOLDEN=1 writes the files anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "compare/pairing.h"
#include "formats/comparison_writer.h"
#include "formats/lkp_cells.h"
#include "formats/read.h"
#include "formats/writer.h"
#include "model/side.h"

namespace lodestone {
namespace {

Measurement measured(const Metric& metric, double center, double step) {
  Measurement m;
  m.metric = metric;
  for (int i = 0; i < 6; ++i) m.samples.push_back({center + step * (i - 2.5), 0, i / 2, i});
  m.n = 6;
  m.center = center;
  return m;
}

// As `lodestone run scale/sched_yield --tasks 2 --counters default --collect all` leaves it;
// `scale` keeps the sides apart.
lodestone::Run run_named(const std::string& label, double scale) {
  lodestone::Run run;
  run.id = "r-" + label;
  run.label = label;
  run.context.set("machine", "lkp-nex04");
  run.context.set("cpu_model", "Intel(R) Xeon(R) CPU X7560 @ 2.27GHz");
  run.context.set("cpus", "64");
  run.context.set("kernel", label == "base" ? "3.15.0" : "3.16.0");
  const Metric rate{"scale/sched_yield.per_thread_ops", "per thread", "ops/s", Better::higher,
                    Kind::rate};
  const auto neutral = [](const char* id, const char* unit, Kind kind = Kind::count) {
    return Metric{id, id, unit, Better::neutral, kind};
  };
  const Metric misses{"scale/sched_yield.branch-misses", "branch-misses", "/op", Better::lower,
                      Kind::count};
  const Metric clock{"scale/sched_yield.task-clock", "task-clock", "msec/op", Better::lower,
                     Kind::count};
  run.workloads = {{"scale/sched_yield",
                    2,
                    "thread",
                    {},
                    {measured(rate, 5497021 * scale, 9000), measured(misses, 1.25 * scale, 0.01),
                     measured(clock, 0.0125, 0.0001),
                     measured(neutral("time.user_time", "s", Kind::time), 24.13 * scale, 0.5),
                     measured(neutral("cpuidle.C1-NHM.usage", ""), 2455 * scale, 30),
                     measured(neutral("slabinfo.kmalloc-64.active_objs", ""), 151234, 900),
                     measured(neutral("turbostat.Busy%", "%", Kind::share), 41.5 * scale, 0.2)}}};
  for (int i = 0; i < 3; ++i) {
    Pass pass{.workload = "scale/sched_yield", .process = i};
    pass.mode = "thread";
    pass.elapsed_seconds = 10.25 + i * 0.25;
    Copy copy;
    copy.operations = 1000;
    copy.seconds = 10;
    pass.copies = {copy, copy};
    pass.values = {{"instrumented", 1},
                   {"perf.instructions", 1234567890.0 + i * 1000000},
                   {"perf.branch-misses:u", 250000 + i},
                   {"perf.task-clock", 20000.5},
                   {"time.user_time", 3}};
    pass.findings = {{"F501 no-hardware-counters", "not counted: cycles, cache-misses",
                      "this machine shows no such counter", ""}};
    run.passes.push_back(pass);
  }
  return run;
}

Comparison compared() {
  const Side base = side_of(std::vector{run_named("base", 1)}),
             next = side_of(std::vector{run_named("new", 1.147)});
  return conclude({compare_sides(base, next, Rules{})}, {});
}

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = LODESTONE_SOURCE_DIR "/tests/fixtures/exports/" + name;
  if (std::getenv("LODESTONE_UPDATE_GOLDEN"))
    ASSERT_TRUE(write_file(path, text));
  else
    EXPECT_EQ(text, read_file(path).value_or("(no such file)")) << name;
}

TEST(CounterFormats, to_the_byte) {
  expect_golden("perf-stat.txt", find_writer("perf-stat")->write(run_named("base", 1)).value());
  const Comparison both = compared();
  for (const char* format : {"perf-stat-columns", "lkp", "lkp-2014"})
    expect_golden(std::string(format) + ".txt",
                  find_comparison_writer(format)->write(both).value());
}

TEST(CounterFormats, perf_stat_reads_back) {
  const auto reading =
      read_results_text(find_writer("perf-stat")->write(run_named("base", 1)).value());
  ASSERT_TRUE(reading);
  std::map<std::string, double> values;
  for (const ReadingRow& row : reading->tables.at(0).rows)
    values[row.metric.title] = row.value.value_or(-1);
  EXPECT_EQ(values["instructions"], 1235567890);
  EXPECT_EQ(values["branch-misses:u"], 250001);
  EXPECT_EQ(values["task-clock"], 20000.5);
}

// A printed cell has fewer digits than the number, and never says another one.
TEST(CounterFormats, robot_tables_read_back) {
  const Comparison both = compared();
  for (const char* format : {"lkp", "lkp-2014"}) {
    const auto reading = read_results_text(find_comparison_writer(format)->write(both).value());
    ASSERT_TRUE(reading) << format;
    ASSERT_EQ(reading->tables.size(), 2u) << format;
    for (size_t side = 0; side < 2; ++side) {
      std::map<std::string, double> values;
      for (const ReadingRow& row : reading->tables[side].rows)
        values[row.metric.title.substr(row.metric.title.rfind(' ') + 1)] = row.value.value_or(-1);
      EXPECT_EQ(values.size(), both.pairs[0].rows.size()) << format;
      for (const ComparisonRow& row : both.pairs[0].rows) {
        const double exact = side ? *row.new_.center : *row.base.center;
        ASSERT_TRUE(values.contains(lkp_name(row))) << format << " " << lkp_name(row);
        EXPECT_NEAR(values[lkp_name(row)], exact, std::max(0.0051, exact * 5e-4))
            << format << " " << lkp_name(row);
      }
    }
  }
}

}  // namespace
}  // namespace lodestone
