// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/text.h"

namespace lodestone {
namespace {

TEST(Process, OutputInputAndStatus) {
  auto done = run_command({.words = {"/bin/sh", "-c", "cat; echo $WORD >&2; exit 3"},
                           .environment = {"WORD=hello"},
                           .input = "in"});
  ASSERT_TRUE(done) << describe(done.error());
  EXPECT_EQ(done->output, "in");
  EXPECT_EQ(done->errors, "hello\n");
  EXPECT_EQ(describe(*done), "exit status 3");
}

TEST(Process, MissingProgramIsAnError) {
  auto done = run_command({.words = {"/no/such/program"}});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::not_found);
}

TEST(Process, TimeLimitKillsTheGroup) {
  auto done = run_command(
      {.words = {"/bin/sh", "-c", "sleep 100 & echo $!; wait"}, .timeout_seconds = 0.3});
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->timed_out);
  EXPECT_LT(done->wall_ns, 5'000'000'000);
  // The orphan is gone, or dead and waiting for init to reap it; a busy machine takes a moment.
  const std::string path = "/proc/" + std::string(trim(done->output)) + "/stat";
  std::string stat;
  for (int tries = 0; tries < 500; ++tries) {
    stat = read_file(path).value_or("gone) Z");
    if (stat.find(") Z") != std::string::npos) break;
    usleep(10000);
  }
  EXPECT_NE(stat.find(") Z"), std::string::npos) << stat;
}

TEST(Process, AnswersLines) {
  auto done = run_command(
      {.words = {"/bin/sh", "-c", "echo ready; read x; echo got $x"}},
      [](std::string_view line) { return line == "ready" ? std::string("go\n") : std::string(); });
  ASSERT_TRUE(done);
  EXPECT_EQ(done->output, "ready\ngot go\n");
}

TEST(Process, ClosedPipesDoNotHideAChild) {
  auto done = run_command({.words = {"/bin/sh", "-c", "exec >/dev/null 2>&1 </dev/null; sleep 100"},
                           .timeout_seconds = 0.3});
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->timed_out);
}

TEST(Process, AnswersOfHelperPrograms) {
  EXPECT_EQ(answer_of({"sh", "-c", "echo ' two words '; echo err >&2"}), "two words");
  EXPECT_EQ(answer_of({"sh", "-c", "echo $LC_ALL"}), "C");
  EXPECT_FALSE(answer_of({"sh", "-c", "echo out; exit 3"}));
  EXPECT_FALSE(answer_of({"lodestone-no-such-program"}));
}

TEST(Process, WordsForPeople) {
  EXPECT_EQ(command_words({"a b"}), (std::vector<std::string>{"/bin/sh", "-c", "a b"}));
  EXPECT_EQ(command_words({"a", "b"}), (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace lodestone
