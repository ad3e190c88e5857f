// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/result_folder.h"

#include <gtest/gtest.h>

#include "formats/read.h"

namespace lodestone {
namespace {

const std::string folder = LODESTONE_SOURCE_DIR
    "/tests/fixtures/lkp_folder/pipe/1-performance/lkp-box/debian/"
    "x86_64-rhel/gcc-12";

TEST(ResultFolder, RunsOfOneCommitAreSamples) {
  const auto reading = read_results(folder + "/aaaaaaaaaa");
  ASSERT_TRUE(reading);
  ASSERT_EQ(reading->tables.size(), 1u);
  const ReadingTable& table = reading->tables[0];
  EXPECT_EQ(table.label, "aaaaaaaaaa");
  EXPECT_EQ(table.context.get("machine"), "lkp-box");
  EXPECT_EQ(table.context.get("cpus"), "16");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0].metric.title, "unixbench.score");
  EXPECT_EQ(table.rows[0].samples, (std::vector<double>{1007.5, 1014.5, 1021.5}));
  EXPECT_EQ(table.rows[0].n, 3);
}

TEST(ResultFolder, SeveralCommitsAreSeveralTablesAndMissingStatisticsAreTold) {
  const auto reading = read_results(folder);
  ASSERT_TRUE(reading);
  ASSERT_EQ(reading->tables.size(), 2u);
  EXPECT_EQ(reading->tables[1].label, "bbbbbbbbbb");
  ASSERT_EQ(reading->tables[1].rows.size(), 3u);
  EXPECT_EQ(reading->tables[1].rows[2].n, 2);
  bool told = false;
  for (const Finding& finding : reading->findings)
    told = told || finding.code == "F232 statistics-missing";
  EXPECT_TRUE(told);
}

TEST(ResultFolder, OneRunIsOneValue) {
  const auto reading = read_results(folder + "/aaaaaaaaaa/1");  // its stats.json is packed
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables[0].rows[0].value, 1014.5);
  EXPECT_TRUE(reading->tables[0].rows[0].samples.empty());
}

TEST(ResultFolder, AFolderWithoutResultsSaysSo) {
  const auto reading = read_results(LODESTONE_SOURCE_DIR "/tests/fixtures/unixbench");
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().code, ErrorCode::unreadable);
}

}  // namespace
}  // namespace lodestone
