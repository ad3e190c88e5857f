// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/plot.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace lodestone {
namespace {

TEST(plot, puts_sizes_on_a_logarithmic_axis) {
  const std::string text =
      plot_sizes({{"read", {{512, 10}, {32768, 10}, {2097152, 1}}}}, "bytes", "GB/s", 60, 9);
  const auto lines = split(text, '\n');
  EXPECT_EQ(lines[0], "GB/s");
  // Both 10s in the top row, the middle size in the middle; 1 low and at the right.
  EXPECT_EQ(std::count(lines[1].begin(), lines[1].end(), '*'), 2);
  const size_t first = lines[1].find('*'), second = lines[1].find('*', first + 1);
  EXPECT_EQ(first, 11u);
  EXPECT_NEAR(static_cast<double>(second), 11 + 24, 1);
  EXPECT_NE(text.find("512"), std::string::npos);
  EXPECT_NE(text.find("2m"), std::string::npos);
  for (std::string_view line : lines) EXPECT_LE(line.size(), 60u);
}

TEST(plot, says_when_the_values_are_logarithmic_and_draws_nothing_from_nothing) {
  EXPECT_NE(
      plot_sizes({{"latency", {{512, 1}, {1 << 30, 100}}}}, "bytes", "ns").find("ns (logarithmic)"),
      std::string::npos);
  EXPECT_EQ(plot_sizes({}, "bytes", "ns"), "");
  EXPECT_EQ(plot_sizes({{"one", {{64, 1}}}}, "bytes", "ns"), "");
  EXPECT_EQ(plot_sizes({{"zero", {{64, 0}, {128, 0}}}}, "bytes", "ns"), "");
}

TEST(plot, names_several_series_and_marks_where_they_meet) {
  const std::string text = plot_sizes(
      {{"read", {{1024, 5}, {4096, 8}}}, {"write", {{1024, 5}, {4096, 4}}}}, "bytes", "GB/s");
  EXPECT_NE(text.find('='), std::string::npos);
  EXPECT_NE(text.find("o  write"), std::string::npos);
  EXPECT_NE(text.find("=  several at one place"), std::string::npos);
  const std::string apart = plot_sizes(
      {{"read", {{1024, 5}, {4096, 8}}}, {"write", {{1024, 2}, {4096, 4}}}}, "bytes", "GB/s");
  EXPECT_EQ(apart.find("several"), std::string::npos);
}

TEST(plot, size_labels) {
  EXPECT_EQ(size_label(512), "512");
  EXPECT_EQ(size_label(65536), "64k");
  EXPECT_EQ(size_label(1048576), "1m");
}

}  // namespace
}  // namespace lodestone
