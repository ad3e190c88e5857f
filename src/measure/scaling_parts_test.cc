// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include "measure/task_list.h"
#include "measure/warm_up.h"

namespace lodestone {
namespace {

using Counts = std::vector<int>;

TEST(TaskList, ReadsCountsRangesAndPercentages) {
  EXPECT_EQ(parse_task_list("1,4,6,8", 8).value(), (Counts{1, 4, 6, 8}));
  EXPECT_EQ(parse_task_list("8,2-4, 2", 8).value(), (Counts{2, 3, 4, 8}));
  EXPECT_EQ(parse_task_list("50%,100%", 6).value(), (Counts{3, 6}));
  EXPECT_EQ(parse_task_list("1%", 6).value(), (Counts{1}));
  EXPECT_EQ(parse_task_list("200%", 6).value(), (Counts{12}));
  EXPECT_EQ(parse_task_list("sweep", 6).value(), (Counts{1, 2, 4, 6}));
  EXPECT_EQ(parse_task_list("4096", 1).value(), (Counts{4096}));
}

TEST(TaskList, RefusesWhatIsNoCount) {
  for (const char* text :
       {"", "0", "4097", "-1", "1,,2", "x", "0%", "-5%", "4-2", "1-", "nan%", "1e99%"})
    EXPECT_FALSE(parse_task_list(text, 4)) << text;
}

TEST(TaskList, SweepEndsWithTheMachine) {
  EXPECT_EQ(power_of_two_sweep(1), (Counts{1}));
  EXPECT_EQ(power_of_two_sweep(8), (Counts{1, 2, 4, 8}));
  EXPECT_EQ(power_of_two_sweep(12), (Counts{1, 2, 4, 8, 12}));
}

Copy copy_of(std::vector<uint64_t> operations) {
  Copy copy;
  for (uint64_t count : operations) {
    copy.windows.push_back(
        {static_cast<int64_t>(copy.windows.size()) * 1'000'000'000, 1'000'000'000, count});
    copy.operations += count;
    copy.seconds += 1;
  }
  return copy;
}

TEST(DropWarmUp, KeepsTheSeriesAndCountsTheRest) {
  Pass pass;
  pass.copies = {copy_of({10, 50, 100, 101, 99, 100, 100, 100}),
                 copy_of({90, 100, 100, 99, 101, 100, 100, 100})};
  drop_warm_up(pass, {1, true});
  EXPECT_EQ(pass.copies[0].windows.size(), 8u);
  EXPECT_DOUBLE_EQ(pass.copies[0].seconds, 6);  // the first by the least, the second by the rule
  EXPECT_EQ(pass.copies[0].operations, 600u);
  EXPECT_EQ(pass.copies[1].operations, 600u);
  EXPECT_DOUBLE_EQ(pass.values["warm_up_seconds"], 2);
}

TEST(DropWarmUp, AFixedLengthIsJustThat) {
  Pass pass;
  pass.copies = {copy_of({10, 50, 100, 100})};
  drop_warm_up(pass, {1, false});
  EXPECT_EQ(pass.copies[0].operations, 250u);
  drop_warm_up(pass, {100, false});  // the last window stays
  EXPECT_EQ(pass.copies[0].operations, 100u);
}

TEST(DropWarmUp, LeavesFailedCopiesAlone) {
  Pass pass;
  pass.copies = {copy_of({10, 100, 100, 100})};
  pass.copies[0].error = "killed";
  drop_warm_up(pass, {1, true});
  EXPECT_EQ(pass.copies[0].operations, 310u);
}

}  // namespace
}  // namespace lodestone
