// SPDX-License-Identifier: GPL-2.0-or-later
// Published regressions and speedups as synthetic maps, structs and code. A class that is not the
// expected one is tolerated in one of ten, and only where the evidence is not called strong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/fd.h"
#include "explain/case_file.h"
#include "explain/explanation.h"

namespace lodestone::explain {
namespace {

TEST(PublishedCases, TheRightClassAndNeverAConfidentWrongOne) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(LODESTONE_SOURCE_DIR "/tests/fixtures/explain/cases"))
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  ASSERT_GE(paths.size(), 20u);
  size_t right = 0;
  for (const auto& path : paths) {
    SCOPED_TRACE(path.filename().string());
    CaseFile file = read_case(*read_file(path.string()));
    auto analysis = analyse(std::move(file.base), std::move(file.next), std::move(file.request));
    ASSERT_TRUE(analysis);
    const Explanation e = explain(*analysis);
    const std::string found(name_of(e.verdict.verdict));
    const bool expected = found == file.expected;
    right += expected;
    if (!expected) {
      EXPECT_NE(e.strength, Strength::strong) << found << ": " << e.answer;
      EXPECT_THAT(file.accepted, testing::Contains(found)) << e.answer;
    }
    if (expected) {
      std::string said = e.answer;
      for (const std::string& line : e.verdict.evidence) said += "\n" + line;
      for (const std::string& word : file.mentioned) EXPECT_THAT(said, testing::HasSubstr(word));
      EXPECT_FALSE(e.verdict.evidence.empty());
      EXPECT_FALSE(e.verdict.experiments.empty());
    }
  }
  EXPECT_GE(static_cast<double>(right), 0.9 * static_cast<double>(paths.size()));
}

TEST(PublishedCases, WithoutAnythingTheCauseIsUndecidable) {
  Side base, next;
  base.kind = next.kind = "document";
  Request request;
  request.document.given = true;
  request.document.text = "base 100 new 114.7";
  auto analysis = analyse(std::move(base), std::move(next), std::move(request));
  ASSERT_TRUE(analysis);
  const Explanation e = explain(*analysis);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::undecidable);
  EXPECT_EQ(e.strength, Strength::none);
  ASSERT_FALSE(e.missing.empty());
  EXPECT_THAT(e.missing[0].how, testing::HasSubstr("lodestone"));
}

TEST(PublishedCases, CountersSplitIntoPathAndCost) {
  Side base, next;
  Request request;
  request.document.given = true;
  request.document.text = "x86-defconfig | PARAVIRT=y";
  request.quantities = {{"CPU cycles", 3781392474, 3918777174},
                        {"instructions", 1957153827, 2161280486},
                        {"branches", 437983499, 478967061},
                        {"branch-misses", 32486067, 32336874}};
  base.label = "x86-defconfig";
  next.label = "PARAVIRT=y";
  auto analysis = analyse(std::move(base), std::move(next), std::move(request));
  ASSERT_TRUE(analysis);
  const Explanation e = explain(*analysis);
  EXPECT_THAT(e.notes, testing::Contains(testing::HasSubstr(
                           "+3.63 % cycles are +10.43 % instructions times -6.2 % cycles per "
                           "instruction")));
  EXPECT_THAT(e.notes, testing::Contains("branch misses per branch went from 7.42 to 6.75 %"));
  EXPECT_THAT(e.notes, testing::Contains("CONFIG_PARAVIRT is the only difference stated"));
  EXPECT_EQ(e.verdict.verdict, VerdictClass::undecidable);
}

TEST(PublishedCases, QuotedInstructionsAreTheArgumentOfVcpuIsPreempted) {
  Side base, next;
  Request request;
  request.document.given = true;
  request.document.text =
      "osq_lock calls vcpu_is_preempted:\nmov 0x14(%rax),%edi\nsub $0x1,%edi\nafter";
  auto analysis = analyse(std::move(base), std::move(next), std::move(request));
  ASSERT_TRUE(analysis);
  const Explanation e = explain(*analysis);
  EXPECT_THAT(e.answer, testing::HasSubstr("load node->cpu and subtract one: the argument of "
                                           "vcpu_is_preempted()"));
  EXPECT_EQ(e.strength, Strength::weak);
}

}  // namespace
}  // namespace lodestone::explain
