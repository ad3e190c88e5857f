// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/differences.h"

#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

WorkloadOutcome outcome(uint64_t instructions, Functions kernel) {
  WorkloadOutcome o;
  o.workload = "scale/getppid1";
  o.operations = 200;
  for (size_t q = 0; q < quantities; ++q) o.counts[q].add(0, q == 0 ? instructions : 10 + q, 200);
  o.usual = o.has_path = true;
  o.path_kernel = instructions;
  o.kernel = std::move(kernel);
  o.user = {{"run", {27, 6, 1, 77}}};
  return o;
}

CountComparison compare(const WorkloadOutcome& a, const WorkloadOutcome& b, size_t quantity = 0) {
  return compare_count(a, b, quantity, differences_of(a.kernel, b.kernel),
                       differences_of(a.user, b.user), true);
}

const Functions usual{
    {"entry", {100, 10, 1, 1}}, {"sys_getppid", {7, 1, 1, 2}}, {"helper", {40, 4, 2, 3}}};

TEST(Differences, IdenticalNeedsCountsAndCode) {
  EXPECT_EQ(compare(outcome(147, usual), outcome(147, usual)).verdict, Verdict::identical);
  Functions other = usual;
  other["helper"].code_hash = 4;
  auto equal = compare(outcome(147, usual), outcome(147, other));
  EXPECT_EQ(equal.verdict, Verdict::equal);
  auto differences = differences_of(usual, other);
  ASSERT_EQ(differences.functions.size(), 1u);
  EXPECT_EQ(differences.functions[0].reason(), "other code, as many instructions");
}

TEST(Differences, OneMoreInstruction) {
  Functions other = usual;
  other["sys_getppid"] = {8, 1, 1, 9};
  auto result = compare(outcome(147, usual), outcome(148, other));
  EXPECT_EQ(result.verdict, Verdict::more);
  EXPECT_EQ(result.new_ - result.base, 1);
  EXPECT_EQ(compare(outcome(147, usual), outcome(148, other), 2).verdict,
            Verdict::equal);  // branches
  auto differences = differences_of(usual, other);
  EXPECT_EQ(differences.functions[0].function, "sys_getppid");
  EXPECT_EQ(differences.functions[0].reason(), "1 instruction longer");
  EXPECT_EQ(differences.sum, 1);
}

TEST(Differences, BootsThatDisagreeLeaveARangeAndDecideNothing) {
  WorkloadOutcome base = outcome(147, usual), next = outcome(150, usual);
  base.by_boot[0] = {147, 149};
  const auto result = compare_count(base, next, 0, differences_of(base.kernel, next.kernel),
                                    differences_of(base.user, next.user), false);
  EXPECT_EQ(result.verdict, Verdict::undecided);
  EXPECT_EQ(result.direction, Verdict::more);
  ASSERT_TRUE(result.range);
  EXPECT_EQ(result.range->low, 1);
  EXPECT_EQ(result.range->high, 3);
  // One boot a side leaves no range, and decides nothing either.
  const auto single = compare_count(next, next, 0, differences_of(next.kernel, next.kernel),
                                    differences_of(next.user, next.user), false);
  EXPECT_EQ(single.verdict, Verdict::undecided);
  EXPECT_FALSE(single.range);
}

TEST(Differences, EqualTotalsOfDifferentFunctionsAreNotEqual) {
  Functions other = usual;
  other["sys_getppid"].instructions = 8;
  other["helper"].instructions = 39;
  auto result = compare(outcome(147, usual), outcome(147, other));
  EXPECT_EQ(result.verdict, Verdict::undecided);
  EXPECT_EQ(result.direction, Verdict::equal);
}

TEST(Differences, CalledMoreOftenIsNotLonger) {
  Functions other = usual;
  other["helper"] = {60, 6, 3, 3};
  EXPECT_EQ(differences_of(usual, other).functions[0].reason(), "called 3 times for 2");
  other["helper"] = {61, 6, 3, 3};
  EXPECT_EQ(differences_of(usual, other).functions[0].reason(),
            "called 3 times for 2, and other instructions");
  other.erase("helper");
  other["new_helper"] = {500, 1, 1, 1};
  auto differences = differences_of(usual, other);
  EXPECT_EQ(differences.functions[0].reason(), "new on the path");
  EXPECT_EQ(differences.functions[1].reason(), "no longer on the path");
  EXPECT_EQ(differences.telling(), 2u);
}

TEST(Differences, WithoutAUsualValueSmallestValuesDecideNothing) {
  auto scattered = [](uint64_t lowest) {
    WorkloadOutcome o = outcome(lowest, usual);
    o.counts[0] = Distribution();
    for (uint64_t i = 0; i < 100; ++i) o.counts[0].add(0, lowest + i, 1);
    o.usual = false;
    return o;
  };
  auto result = compare(scattered(1000), scattered(1003));
  EXPECT_EQ(result.verdict, Verdict::undecided);
  EXPECT_EQ(result.direction, Verdict::more);
  EXPECT_EQ(compare(outcome(147, usual), scattered(1003)).usual, false);
}

TEST(Differences, BootsThatDifferDecideNothing) {
  auto a = outcome(147, usual);
  auto result =
      compare_count(a, a, 0, differences_of(usual, usual), differences_of(a.user, a.user), false);
  EXPECT_EQ(result.verdict, Verdict::undecided);
}

TEST(Family, StripsWhatCompilersAdd) {
  EXPECT_EQ(family_of("finish_task_switch.isra.0"), "finish_task_switch");
  EXPECT_EQ(family_of("do_it.part.0.cold"), "do_it");
  EXPECT_EQ(family_of("plain"), "plain");
}

// Fork-like: no two operations alike. `list` is a function whose count follows an allocator's list.
WorkloadOutcome varying(uint64_t smallest, uint64_t fixed, uint64_t list, uint64_t code_of_fixed) {
  WorkloadOutcome o =
      outcome(smallest, {{"fixed", {fixed, 1, 1, code_of_fixed}}, {"list", {list, 3, 2, 5}}});
  o.counts[0] = Distribution();
  for (uint64_t i = 0; i < 200; ++i) o.counts[0].add(0, smallest + 7 * i, 1);
  o.usual = false;
  o.spreads = {{"fixed", {true, fixed, {fixed}}}, {"list", {false, list, {list, list + 13}}}};
  CodeMap code;
  code.add("fixed", 0, code_of_fixed);
  code.add("list", 0, 9);
  o.code = std::make_shared<const CodeMap>(std::move(code));
  return o;
}

CountComparison compare_kernel(const WorkloadOutcome& a, const WorkloadOutcome& b,
                               size_t quantity = 0) {
  return compare_count(a, b, quantity, kernel_differences(a, b), differences_of(a.user, b.user),
                       true);
}

TEST(Differences, StateIsNoDifference) {
  auto result = compare_kernel(varying(1000, 40, 960, 1), varying(1013, 40, 973, 1));
  EXPECT_EQ(result.verdict, Verdict::undecided);
  EXPECT_EQ(result.direction, Verdict::equal);
  EXPECT_EQ(result.difference, 0);
}

TEST(Differences, FixedCountsOfOtherCodeAreExactBesideAVaryingRest) {
  auto a = varying(1000, 40, 960, 1);
  auto b = varying(990, 42, 948, 2);
  auto result = compare_kernel(a, b);
  EXPECT_EQ(result.verdict, Verdict::more);
  EXPECT_EQ(result.difference, 2);
  auto differences = kernel_differences(a, b);
  EXPECT_EQ(differences.functions[0].function, "fixed");
  EXPECT_FALSE(differences.functions[0].by_state);
  EXPECT_TRUE(differences.functions[1].by_state);
  EXPECT_EQ(differences.sum, 2);
}

TEST(Differences, CalledOnceOrTwiceButAlwaysAsLong) {
  auto a = varying(1000, 40, 960, 1);
  auto b = varying(1002, 42, 960, 2);
  a.spreads["fixed"] = {false, 40, {40, 80}};
  b.spreads["fixed"] = {false, 42, {42, 84}};
  EXPECT_EQ(compare_kernel(a, b).difference, 2);
  EXPECT_EQ(compare_kernel(a, b).verdict, Verdict::more);
  b.spreads["fixed"].common = {42, 91};
  EXPECT_EQ(compare_kernel(a, b).verdict, Verdict::undecided);
}

TEST(Differences, AFixedCountOfTheSameCodeIsState) {
  // A hash chain that is one element longer in every operation.
  auto result = compare_kernel(varying(1000, 40, 960, 1), varying(1006, 46, 960, 1));
  EXPECT_EQ(result.verdict, Verdict::undecided);
}

TEST(Differences, EvenWhereOneCountDominates) {
  auto a = outcome(147, usual);
  Functions longer = usual;
  longer["helper"].instructions = 46;
  auto b = outcome(153, longer);
  CodeMap code;
  code.add("helper", 0, 1);
  a.code = b.code = std::make_shared<const CodeMap>(code);
  a.spreads = {{"helper", {true, 40, {40}}}};
  b.spreads = {{"helper", {true, 46, {46}}}};
  EXPECT_EQ(compare_kernel(a, b).verdict, Verdict::undecided);
  CodeMap other;
  other.add("helper", 0, 2);
  b.code = std::make_shared<const CodeMap>(other);
  EXPECT_EQ(compare_kernel(a, b).verdict, Verdict::more);
  EXPECT_EQ(compare_kernel(a, b).difference, 6);
}

TEST(Differences, OperationsThatWentAnotherWayByTheSameCodeAreIdentical) {
  auto a = varying(1000, 40, 960, 1);
  a.path_seen = 3;
  a.path_different = 2;
  auto b = a;
  EXPECT_EQ(compare_kernel(a, b).verdict, Verdict::identical);
  // One more of them on one side: what it executed is not known to be the same.
  b.path_different = 1;
  EXPECT_EQ(compare_kernel(a, b).verdict, Verdict::equal);
  CodeMap other;
  other.add("fixed", 0, 1);
  other.add("list", 0, 10);
  b = a;
  b.code = std::make_shared<const CodeMap>(other);
  EXPECT_EQ(compare_kernel(a, b).verdict, Verdict::equal);
}

}  // namespace
}  // namespace lodestone::exact
