// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/exact_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explain/explanation.h"
#include "explain/facts.h"
#include "explain/test_maps.h"

namespace lodestone::explain {
namespace {

std::string comparison(const std::string& verdict, double next) {
  return R"({"schema":"lodestone.comparison/1","pairs":[{"rows":[{"metric":
"scale/sched_yield.instructions.kernel","workload":"scale/sched_yield","basis":"exact","verdict":")" +
         verdict + R"(","base":{"center":872},"new":{"center":)" + std::to_string(next) +
         R"(},"details":[{"name":"__schedule","base":300,"new":309}]},
{"metric":"scale/sched_yield.instructions.user","basis":"exact","verdict":"equal"}]}]})";
}

TEST(ExactCounts, ReadsTheKernelRows) {
  const auto counts = read_exact_counts(comparison("more", 881));
  ASSERT_TRUE(counts);
  ASSERT_EQ(counts->size(), 1u);
  EXPECT_EQ((*counts)[0].verdict, "more");
  EXPECT_EQ((*counts)[0].functions.at(0).name, "__schedule");
  EXPECT_FALSE(read_exact_counts("{}"));
  EXPECT_FALSE(read_exact_counts("no document"));
}

TEST(ExactCounts, IdenticalExecutedCodeLeavesLayout) {
  Request request;
  request.counts = *read_exact_counts(comparison("identical", 872));
  const auto [a, e] = explain_maps(percpu_map(false), percpu_map(true), request);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::data_layout);
  EXPECT_THAT(e.answer, testing::HasSubstr("executed code identical"));
}

TEST(ExactCounts, AnotherPathIsTheCauseAndNoPrediction) {
  Request request;
  request.counts = *read_exact_counts(comparison("more", 881));
  const auto [a, e] = explain_maps(percpu_map(false), percpu_map(true), request);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::hot_code);
  EXPECT_EQ(e.strength, Strength::strong);
  EXPECT_THAT(e.answer, testing::HasSubstr("881 kernel instructions per operation instead of 872"));
  EXPECT_THAT(e.verdict.evidence, testing::Contains(testing::HasSubstr("__schedule +9")));
  EXPECT_THAT(e.answer, testing::Not(testing::HasSubstr("slower")));
}

CountedWorkload counted_on(const KernelIdentity& base, const KernelIdentity& next) {
  CountedWorkload counted{"scale/pipe1", "more", 183, 184, {{"pipe_write", 50, 51, ""}}};
  counted.base_kernel = base;
  counted.next_kernel = next;
  return counted;
}

TEST(ExactCounts, BelongToTheKernelsThatTheyWereTakenOn) {
  const KernelIdentity a{"aa", "Linux"}, b{"bb", "Linux"}, c{"cc", "Linux"}, unknown{};
  std::vector counts{counted_on(a, b)};
  ASSERT_TRUE(fit_counts(counts, a, b));
  EXPECT_EQ(counts[0].next, 184);
  ASSERT_TRUE(fit_counts(counts, unknown, unknown));
  EXPECT_EQ(counts[0].next, 184);
  const auto other = fit_counts(counts, a, c);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::not_comparable);
  EXPECT_THAT(other.error().why, testing::HasSubstr("build id cc"));
  EXPECT_FALSE(fit_counts(counts, {"", "another banner"}, b));
  // Taken with the sides swapped: turned round.
  ASSERT_TRUE(fit_counts(counts, b, a));
  EXPECT_EQ(counts[0].base, 184);
  EXPECT_EQ(counts[0].next, 183);
  EXPECT_EQ(counts[0].verdict, "less");
  EXPECT_EQ(counts[0].functions[0].next, 50);
}

TEST(ExactCounts, SayNothingOfWhatWasNotCounted) {
  Request request;
  request.counts = *read_exact_counts(comparison("identical", 872));
  // Another file with the same symbols: what the functions hold is not in view.
  const auto [a, e] = explain_maps(percpu_map(true), percpu_map(true) + "\n", request);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::nothing);
  EXPECT_THAT(e.verdict.sentence,
              testing::StartsWith("nothing that scale/sched_yield executes differs"));
  EXPECT_THAT(e.verdict.sentence, testing::Not(testing::HasSubstr("the code is identical")));
  EXPECT_EQ(workload_to_try(a), "scale/sched_yield");
}

TEST(ExactCommand, IsWhatAShellTakes) {
  Analysis a;
  a.request.workload = "scale/brk1";
  a.request.base_argument = "v0.map";
  a.request.new_argument = "v1.map";
  EXPECT_EQ(exact_command(a),
            "lodestone exact --base BASE.bzImage --new NEW.bzImage scale/brk1\n"
            "# BASE.bzImage: the bootable image (bzImage, vmlinuz) of v0.map\n"
            "# NEW.bzImage: the bootable image (bzImage, vmlinuz) of v1.map");
  a.request.base_image = "my kernels/a,b";
  a.request.new_image = "/boot/vmlinuz-6.1";
  EXPECT_EQ(exact_command(a),
            "lodestone exact --base 'my kernels/a,,b' --new /boot/vmlinuz-6.1 scale/brk1");
  // Switched off by `exact` unless asked for: the code could not show its count.
  a.code.changed.push_back({.name = "do_syscall_64"});
  EXPECT_THAT(exact_command(a),
              testing::HasSubstr("/boot/vmlinuz-6.1,cmdline=randomize_kstack_offset=on scale"));
}

TEST(ExactCommand, RunsTheChangedFunction) {
  EXPECT_EQ(workload_that_runs("__x64_sys_getppid"), "scale/getppid1");
  EXPECT_EQ(workload_that_runs("pipe_write"), "unixbench/pipe");
  EXPECT_EQ(workload_that_runs("do_syscall_64"), "unixbench/syscall");
  EXPECT_EQ(workload_that_runs("__schedule"), "unixbench/context1");
  EXPECT_EQ(workload_that_runs("xfs_iget"), "");
}

}  // namespace
}  // namespace lodestone::explain
