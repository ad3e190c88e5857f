// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/counts.h"

#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

const std::string sample =
    "lodestone-counts 1\n"
    "section 0 processor 0 operations 3\n"
    "run 2 183 27 20 4 3 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
    "run 1 190 27 20 4 3 1 0 0 0 0 0 0 0 0 0 0 500 0 10 0\n"
    "path 183 27 seen 2 different 0\n"
    "0 1\n1 182\n"
    "looked 3\n"
    "spread 17 182 2 189 1\n"
    "executed 0\n0 3\n1 553\n"
    "executed 1\nexecuted 2\nexecuted 3\nexecuted 4\n"
    "access 0 3 0 0\n"
    "line ffffffff82000040 0 2 0 1 -1 -1 -1 5 -1 -1 -1\n"
    "granule 1 3 1 3 2\n"
    "section_end\n"
    "instruction 0 ffffffff81000000 0 90\n"
    "instruction 1 ffffffff81000001 6 c3\n"
    "end\n";

TEST(Counts, ReadsWhatThePluginWrites) {
  auto counts = read_counts(sample);
  ASSERT_TRUE(counts) << counts.error().why;
  ASSERT_EQ(counts->sections.size(), 1u);
  const Section& section = counts->sections[0];
  EXPECT_EQ(section.operations, 3u);
  ASSERT_EQ(section.runs.size(), 2u);
  EXPECT_EQ(section.runs[1].own[0], 190u);
  EXPECT_EQ(section.runs[1].foreign[1], 500u);
  EXPECT_EQ(section.runs[1].foreign[3], 10u);
  EXPECT_EQ(section.paths[0].executed[1].second, 182u);
  EXPECT_EQ(section.executed[0][1].second, 553u);
  EXPECT_EQ(section.looked_at, 3u);
  ASSERT_EQ(section.spreads.size(), 1u);
  EXPECT_EQ(section.spreads[0].symbol, 17u);
  EXPECT_EQ(section.spreads[0].values[1], (std::pair<uint64_t, uint64_t>{189, 1}));
  ASSERT_EQ(section.lines.size(), 1u);
  EXPECT_EQ(section.lines[0].transfers, 2u);
  EXPECT_EQ(section.lines[0].writing[0], 5);
  EXPECT_EQ(section.lines[0].granules[0].readers, 3u);
  EXPECT_EQ(section.accesses[0].loads, 3u);
  EXPECT_EQ(counts->instructions[1].bytes, "\xc3");
}

TEST(Counts, EveryCutIsSeen) {
  for (size_t size = 0; size < sample.size() - 1; ++size) {
    auto counts = read_counts(sample.substr(0, size));
    ASSERT_FALSE(counts) << "cut to " << size;
    EXPECT_EQ(counts.error().code, ErrorCode::failed);
  }
}

TEST(Counts, UnknownInstructionsAreAnError) {
  std::string text = sample;
  text.replace(text.find("1 553"), 5, "7 553");
  EXPECT_FALSE(read_counts(text));
}

}  // namespace
}  // namespace lodestone::exact
