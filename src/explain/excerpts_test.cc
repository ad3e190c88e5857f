// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/excerpts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/fd.h"
#include "explain/explanation.h"
#include "explain/facts.h"
#include "explain/load_side.h"

namespace lodestone::explain {
namespace {

using testing::Contains;
using testing::HasSubstr;

// The addresses of a published commit message, whose line ends were lost.
std::string flattened() {
  return *read_file(LODESTONE_SOURCE_DIR "/tests/fixtures/explain/two-excerpts-flattened.txt");
}

TEST(Excerpts, TwoMapsOutOfFlattenedText) {
  const std::vector<Excerpt> excerpts = excerpts_in(flattened());
  ASSERT_EQ(excerpts.size(), 2u);
  EXPECT_EQ(excerpts[0].label, "System.map of good performance case");
  EXPECT_EQ(excerpts[1].label, "System.map of bad performance case");
  EXPECT_EQ(excerpts[0].symbols.size(), 6u);
  EXPECT_EQ(excerpts[1].symbols.size(), 6u);
  EXPECT_THAT(excerpts[0].annotated, testing::ElementsAre("osq_node"));
}

TEST(Excerpts, QuotedLinesAndHexadecimalNoise) {
  EXPECT_TRUE(excerpts_in("").empty());
  EXPECT_TRUE(excerpts_in("commit cfda7bb9ecbf9d96264bb5bade33a842966d1062 is bad").empty());
  const auto quoted = excerpts_in("> ffffffff81a00000 d alpha\n> ffffffff81a00040 d beta\n");
  ASSERT_EQ(quoted.size(), 1u);
  EXPECT_EQ(quoted[0].symbols[1].name, "beta");
}

TEST(Excerpts, TheAnswerTellsAlignmentNeighboursAndTheMisprint) {
  auto sides = sides_in_document(flattened());
  ASSERT_TRUE(sides);
  auto analysis = analyse(std::move(sides->first), std::move(sides->second), {});
  ASSERT_TRUE(analysis);
  const Explanation e = explain(*analysis);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::data_layout);
  EXPECT_EQ(e.strength, Strength::weak);
  EXPECT_THAT(e.answer, HasSubstr("osq_node from 64 to 0 mod 128"));
  EXPECT_THAT(e.verdict.evidence, Contains("osq_node went from 64-byte to 128-byte alignment"));
  EXPECT_THAT(e.verdict.evidence,
              Contains(HasSubstr("before: osq_node shares its 128-byte block with "
                                 "qos_throttled_cfs_rq")));
  EXPECT_THAT(e.verdict.evidence, Contains("after: osq_node stands alone in its 128-byte block"));
  EXPECT_THAT(e.verdict.evidence,
              Contains("in front of it: qos_throttled_cfs_rq before, qos_throttled_cfs_rq after"));
  ASSERT_EQ(e.findings.size(), 1u);
  EXPECT_THAT(e.findings[0].text, HasSubstr("0x10080 apart in the second excerpt, 0x80"));
}

TEST(Excerpts, OtherArchitecturesAreRefused) {
  auto x86 =
      side_from_symbol_text("ffffffff81000000 T a\nffffffff81000040 T __x64_sys_read\n", "a");
  auto arm =
      side_from_symbol_text("ffff800080010000 T a\nffff800080010040 T __arm64_sys_read\n", "b");
  ASSERT_TRUE(x86 && arm);
  const auto analysis = analyse(std::move(*x86), std::move(*arm), {});
  ASSERT_FALSE(analysis);
  EXPECT_EQ(analysis.error().code, ErrorCode::not_comparable);
}

TEST(SymbolText, SaysWhenItIsCut) {
  const std::string start = "ffffffff81000000 T _stext\nffffffff81000040 T __x64_sys_read\n";
  const auto cut = side_from_symbol_text(start, "half.map");
  ASSERT_TRUE(cut);
  ASSERT_EQ(cut->findings.size(), 1u);
  EXPECT_EQ(cut->findings[0].code, "F706 symbols-cut");
  const auto whole = side_from_symbol_text(start + "ffffffff81000080 T _etext\n", "whole.map");
  ASSERT_TRUE(whole);
  EXPECT_TRUE(whole->findings.empty());
}

}  // namespace
}  // namespace lodestone::explain
