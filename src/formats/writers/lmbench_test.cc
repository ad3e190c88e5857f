// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include "base/text.h"
#include "formats/read.h"
#include "formats/writer.h"

namespace lodestone {
namespace {

void add(Run& run, const std::string& workload, const std::string& quantity, double value,
         std::map<std::string, std::string> parameters = {}, int copies = 1) {
  Measurement measurement;
  measurement.metric.id = workload + "." + quantity;
  measurement.center = value;
  WorkloadResult result;
  result.id = workload;
  result.copies = copies;
  result.parameters = std::move(parameters);
  result.metrics.push_back(measurement);
  run.workloads.push_back(result);
}

Run small_run() {
  Run run;
  run.context.set("machine", "builder-of-kernels");
  run.context.set("kernel", "6.18.44");
  add(run, "lat/null", "time", 0.04);
  add(run, "lat/read", "time", 1.0);
  add(run, "lat/write", "time", 1.2);
  add(run, "lat/fork", "time", 194.3);
  add(run, "lat/exec", "time", 11345.6);
  add(run, "lat/mmap", "time", 100000, {{"size", "1m"}});
  add(run, "lat/mmap", "time", 412000, {{"size", "64m"}});
  add(run, "lat/ctx", "switch_time", 1.66);
  add(run, "lat/ctx", "switch_time", 3.19, {{"processes", "8"}, {"size", "16k"}});
  add(run, "bw/pipe", "rate", 3042.7);
  add(run, "bw/pipe", "rate", 9999, {}, 2);
  return run;
}

TEST(writer_lmbench, says_whose_numbers_they_are_and_keeps_the_columns) {
  const auto text = find_writer("lmbench")->write(small_run());
  ASSERT_TRUE(text) << describe(text.error());
  EXPECT_EQ(text->find("Equivalent work measured by lodestone"), 0u);
  EXPECT_EQ(text->find("L M B E N C H"), std::string::npos);
  EXPECT_NE(text->find("builder-o Linux 6.18.44      0.04 1.10                          194. 11.K"),
            std::string::npos)
      << *text;
  // The largest size, in microseconds.
  EXPECT_NE(text->find("  412.0"), std::string::npos) << *text;
  EXPECT_NE(text->find("3042"), std::string::npos);
  EXPECT_EQ(text->find("9999"), std::string::npos);
}

// What is written is read back by the reader of that summary.
TEST(writer_lmbench, is_read_back) {
  const auto text = find_writer("lmbench")->write(small_run());
  ASSERT_TRUE(text);
  const auto reading = read_results_text(*text);
  ASSERT_TRUE(reading) << describe(reading.error());
  std::map<std::string, double> values;
  for (const auto& table : reading->tables)
    for (const auto& row : table.rows)
      if (row.value) values[row.metric.title] = *row.value;
  EXPECT_FALSE(values.empty()) << *text;
  double call = 0, fork = 0;
  for (const auto& [title, value] : values) {
    if (title.find("null call") != std::string::npos) call = value;
    if (title.find("fork") != std::string::npos) fork = value;
  }
  EXPECT_DOUBLE_EQ(call, 0.04);
  EXPECT_DOUBLE_EQ(fork, 194);
}

TEST(writer_lmbench, refuses_a_run_without_such_workloads) {
  lodestone::Run run;
  EXPECT_EQ(find_writer("lmbench")->write(run).error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace lodestone
