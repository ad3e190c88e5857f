// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/granule.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "lab/machine.h"

namespace lodestone::lab {
namespace {

Contrast effect(Effect one) {
  Contrast contrast;
  contrast.n = 20;
  contrast.effect = one;
  return contrast;
}

// A machine whose words disturb each other inside blocks of `line` bytes.
Granule machine(int line) {
  Granule granule;
  for (const Layout layout :
       {Layout{0, 8}, {0, 16}, {0, 32}, {0, 56}, {24, 32}, {0, 64}, {64, 128}, {0, 128}, {64, 320}})
    for (Mix mix : {Mix::plain, Mix::contended}) {
      const bool shares = layout.first / line == layout.second / line;
      granule.rows.push_back({mix, layout, 1, effect(shares ? Effect::slower : Effect::same)});
    }
  conclude(granule);
  return granule;
}

TEST(granule, is_the_block_size_beyond_which_nothing_is_disturbed) {
  for (int line : {32, 64, 128}) {
    const Granule granule = machine(line);
    ASSERT_TRUE(granule.bytes) << line;
    EXPECT_EQ(*granule.bytes, line);
  }
  EXPECT_EQ(machine(64).adjacent_line, Sharing::clear);
  EXPECT_EQ(machine(128).adjacent_line, Sharing::disturbed);
}

TEST(granule, one_undecided_row_leaves_the_statement_open) {
  Granule granule = machine(64);
  for (GranuleRow& row : granule.rows)
    if (row.layout == Layout{0, 64}) row.against_far = effect(Effect::undecided);
  conclude(granule);
  EXPECT_FALSE(granule.bytes && *granule.bytes == 64);
  EXPECT_EQ(granule.adjacent_line, Sharing::undecided);
  EXPECT_NE(granule_sentence(granule).find("undecided"), std::string::npos);
}

TEST(granule, adjacent_line_is_not_cleared_without_a_contended_word) {
  Granule granule = machine(64);
  std::erase_if(granule.rows, [](const GranuleRow& row) { return row.mix == Mix::contended; });
  conclude(granule);
  EXPECT_EQ(granule.adjacent_line, Sharing::undecided);
  EXPECT_EQ(granule.bytes, 64);
}

TEST(granule, no_rows_no_claim) {
  Granule granule;
  conclude(granule);
  EXPECT_FALSE(granule.bytes);
  EXPECT_EQ(granule.adjacent_line, Sharing::undecided);
}

// Nothing was disturbed at all: the two threads cannot have run at once, so no granule is claimed.
TEST(granule, no_disturbance_inside_a_line_is_no_granule) {
  EXPECT_FALSE(machine(1).bytes);
}

TEST(granule, survives_the_way_to_disk_and_refuses_another_machine) {
  Granule granule = machine(64);
  granule.cpu_model = cpu_model();
  granule.cpus = {0, 1};
  const std::string folder = testing::TempDir() + "granule" + std::to_string(getpid());
  ASSERT_TRUE(save_granule(granule, folder + "/granule.json"));
  const auto read = load_granule(folder + "/granule.json");
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(read->bytes, granule.bytes);
  EXPECT_EQ(read->rows.size(), granule.rows.size());
  granule.cpu_model = "another";
  ASSERT_TRUE(save_granule(granule, folder + "/granule.json"));
  EXPECT_EQ(load_granule(folder + "/granule.json").error().code, ErrorCode::not_found);
  ASSERT_TRUE(
      write_file(folder + "/granule.json", "{\"schema\":\"lodestone.granule/1\",\"rows\":3}"));
  EXPECT_EQ(load_granule(folder + "/granule.json").error().code, ErrorCode::unreadable);
  EXPECT_EQ(load_granule(folder + "/none.json").error().code, ErrorCode::not_found);
  unlink((folder + "/granule.json").c_str());
  rmdir(folder.c_str());
}

// A real, short measurement: whatever the machine does meanwhile, every window is kept or counted
// as discarded.
TEST(granule, measures_here) {
  GranuleOptions options;
  options.seconds = 0.3;
  options.seed = 1;
  const auto granule = measure_granule(options);
  if (!granule && granule.error().code == ErrorCode::unsupported)
    GTEST_SKIP() << granule.error().why;
  ASSERT_TRUE(granule) << describe(granule.error());
  EXPECT_EQ(granule->rows.size(), 37u);
  EXPECT_EQ(granule->windows + granule->discarded, 3 * 41);
}

TEST(granule, one_cpu_is_refused) {
  GranuleOptions options;
  options.cpus = {0};
  EXPECT_EQ(measure_granule(options).error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace lodestone::lab
