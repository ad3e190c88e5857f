// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/program.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace lodestone {
namespace {

TEST(RunProgram, BothStreamsAndStatus) {
  auto output = run_program({"sh", "-c", "echo out; echo err >&2; exit 3"});
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out, "out\n");
  EXPECT_EQ(output->err, "err\n");
  EXPECT_EQ(WEXITSTATUS(output->status), 3);
}

TEST(RunProgram, Failures) {
  EXPECT_EQ(run_program({"lodestone-no-such-program"}).error().code, ErrorCode::not_found);
  EXPECT_EQ(run_program({}).error().code, ErrorCode::not_found);
  EXPECT_EQ(run_program({"sh", "-c", "sleep 20 & wait"}, 0.2).error().code, ErrorCode::failed);
}

}  // namespace
}  // namespace lodestone
