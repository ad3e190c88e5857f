// SPDX-License-Identifier: GPL-2.0-or-later
// Pairs of real kernels, where a folder with some is at hand: LODESTONE_TEST_KERNELS names it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/fd.h"
#include "explain/explanation.h"
#include "explain/facts.h"
#include "explain/load_side.h"

namespace lodestone::explain {
namespace {

class KernelPairs : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("LODESTONE_TEST_KERNELS");
    if (!folder) GTEST_SKIP() << "LODESTONE_TEST_KERNELS is not set";
    folder_ = folder;
  }
  // nullopt where one of the files is not there.
  std::optional<Analysis> load(const std::string& base, const std::string& next) {
    if (!exists(folder_ + "/" + base) || !exists(folder_ + "/" + next)) return std::nullopt;
    auto base_side = load_side(folder_ + "/" + base), next_side = load_side(folder_ + "/" + next);
    if (!base_side || !next_side) {
      ADD_FAILURE() << (base_side ? next_side : base_side).error().what;
      return std::nullopt;
    }
    auto analysis = analyse(std::move(*base_side), std::move(*next_side), {});
    EXPECT_TRUE(analysis);
    return analysis ? std::optional<Analysis>(std::move(*analysis)) : std::nullopt;
  }
  std::string folder_;
};

TEST_F(KernelPairs, OneNopIsOneInstructionOfOneFunction) {
  for (const char* kind : {"vmlinux.xz", "bzImage"}) {
    const auto a = load(std::string("base.") + kind, std::string("one-nop.") + kind);
    if (!a) continue;
    ASSERT_EQ(a->code.changed.size(), 1u) << kind;
    EXPECT_THAT(std::string(a->code.changed[0].name), testing::HasSubstr("getppid"));
    EXPECT_EQ(a->code.changed[0].instructions(), 1);
    EXPECT_EQ(explain(*a).verdict.verdict, VerdictClass::hot_code);
  }
}

TEST_F(KernelPairs, AKernelAgainstItselfIsIdentical) {
  const auto a = load("base.bzImage", "base.bzImage");
  if (!a) GTEST_SKIP() << "no base.bzImage";
  EXPECT_EQ(explain(*a).verdict.verdict, VerdictClass::identical);
}

TEST_F(KernelPairs, TheAddedVariableIsTheMover) {
  const auto a = load("layout-a.System.map.xz", "layout-d.System.map.xz");
  if (!a) GTEST_SKIP() << "no layout pair";
  EXPECT_EQ(a->in(SectionClass::text).moved, 0u);
  const auto counts = displacement_counts(a->in(SectionClass::percpu));
  EXPECT_EQ(counts.at(64), 151u);
  EXPECT_EQ(counts.at(16), 1u);
  EXPECT_EQ(counts.at(72), 1u);
  EXPECT_THAT(explain(*a).answer,
              testing::HasSubstr("unrelated_stat moved osq_node from 64 to 0 mod 128"));
}

}  // namespace
}  // namespace lodestone::explain
