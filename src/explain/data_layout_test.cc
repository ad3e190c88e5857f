// SPDX-License-Identifier: GPL-2.0-or-later
// Golden pairs: a variable inserted into the per-CPU section, and 24 bytes that vanish in padding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explain/facts.h"
#include "explain/test_maps.h"

namespace lodestone::explain {
namespace {

using testing::Contains;
using testing::HasSubstr;

TEST(DataLayout, NamesTheInsertedVariableAsTheMover) {
  const auto [a, e] = explain_maps(percpu_map(false), percpu_map(true));
  EXPECT_EQ(e.verdict.verdict, VerdictClass::data_layout);
  EXPECT_NE(e.strength, Strength::strong) << "maps alone cannot prove that no code changed";
  EXPECT_THAT(e.answer, HasSubstr("unrelated_stat moved osq_node from 64 to 0 mod 128"));
  const Displacements& percpu = a.in(SectionClass::percpu);
  const auto counts = displacement_counts(percpu);
  EXPECT_EQ(counts.at(16), 1u);
  EXPECT_EQ(counts.at(72), 1u);
  EXPECT_EQ(percpu.moved, counts.at(64) + 2);
  EXPECT_EQ(a.in(SectionClass::text).moved, 0u);
  // The padding in front of process_counts' object file is explained by the same insertion.
  ASSERT_GE(percpu.boundaries.size(), 2u);
  EXPECT_EQ(percpu.boundaries[0].cause, Cause::realigned);
  EXPECT_EQ(percpu.boundaries[0].explained_by, 1);
  EXPECT_EQ(percpu.boundaries[1].cause, Cause::inserted);
}

TEST(DataLayout, TellsTheCompanyInTheBlock) {
  const auto [a, e] = explain_maps(percpu_map(false), percpu_map(true));
  const Moved move = most_telling_move(a);
  ASSERT_NE(move.focus, nullptr);
  EXPECT_EQ(move.relation->name, "osq_node");
  EXPECT_EQ(move.relation->line, 128u);
  EXPECT_THAT(move.relation->newly_shares, testing::ElementsAre("qnodes"));
  EXPECT_THAT(move.relation->stopped_sharing, testing::ElementsAre("sched_clock_data"));
}

TEST(DataLayout, AMeasuredGranuleOf64ClearsThePair) {
  Request request;
  request.granule = 64;
  request.granule_measured = true;
  const auto [a, e] = explain_maps(percpu_map(false), percpu_map(true), request);
  EXPECT_NE(e.verdict.verdict, VerdictClass::data_layout);
  EXPECT_THAT(e.notes, Contains(HasSubstr("cannot be the cause on this machine")));
}

TEST(DataLayout, TheOtherWayRoundTheVariableIsRemoved) {
  const auto [a, e] = explain_maps(percpu_map(true), percpu_map(false));
  EXPECT_THAT(e.answer, HasSubstr("the removed per-CPU variable unrelated_stat"));
}

TEST(DataLayout, WithoutSizesGrowthIsNamedWithThePaddingBehindIt) {
  std::string grown = percpu_map(true);
  const size_t name = grown.find("unrelated_stat");
  ASSERT_NE(name, std::string::npos);
  const size_t line = grown.rfind('\n', name) + 1;
  grown.erase(line, grown.find('\n', name) + 1 - line);
  const auto [a, e] = explain_maps(percpu_map(false), grown);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::data_layout);
  EXPECT_THAT(e.answer, HasSubstr(", or the padding behind it, which grew by "));
}

TEST(DataLayout, GrowthAbsorbedByPaddingAccusesNobody) {
  std::string grown = percpu_map(false);
  // process_counts moves by eight bytes within its line; nothing behind it moves.
  const size_t at = grown.find("000000000001afe0");
  ASSERT_NE(at, std::string::npos);
  grown.replace(at, 16, "000000000001afe8");
  const auto [a, e] = explain_maps(percpu_map(false), grown);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::nothing);
}

TEST(DataLayout, IdenticalMapsAreNotCalledIdenticalKernels) {
  const auto [a, e] = explain_maps(percpu_map(false), percpu_map(false));
  EXPECT_EQ(e.verdict.verdict, VerdictClass::nothing);
  EXPECT_EQ(e.strength, Strength::weak);
  EXPECT_THAT(e.answer, HasSubstr("identical symbol maps"));
}

TEST(DataLayout, PerCpuSectionsLinkedElsewhereCompareByOffset) {
  // Linux 6.15 links the section at a kernel address; the offsets are what counts.
  std::string moved;
  std::string text = percpu_map(true);
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    if (line.starts_with("00000000000")) line.replace(0, 11, "ffffffff820");
    moved += line + "\n";
    at = end + 1;
  }
  const auto [a, e] = explain_maps(percpu_map(true), moved);
  EXPECT_EQ(a.in(SectionClass::percpu).moved, 0u);
}

}  // namespace
}  // namespace lodestone::explain
