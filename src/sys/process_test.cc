// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
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

// The orphan is gone, or dead and waiting for init to reap it; a busy machine takes a moment.
void expect_gone(std::string_view process) {
  const std::string path = "/proc/" + std::string(trim(process)) + "/stat";
  std::string stat;
  for (int tries = 0; tries < 500; ++tries) {
    stat = read_file(path).value_or("gone) Z");
    if (stat.find(") Z") != std::string::npos) break;
    usleep(10000);
  }
  EXPECT_NE(stat.find(") Z"), std::string::npos) << stat;
}

TEST(Process, TimeLimitKillsTheGroup) {
  auto done = run_command(
      {.words = {"/bin/sh", "-c", "sleep 100 & echo $!; wait"}, .timeout_seconds = 0.3});
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->timed_out);
  EXPECT_LT(done->wall_ns, 5'000'000'000);
  expect_gone(done->output);
}

TEST(Process, WhatACommandStartedDiesWithUsEvenAfterKill9) {
  int names[2];
  ASSERT_EQ(pipe(names), 0);
  const pid_t us = fork();
  if (us == 0) {
    (void)run_command({.words = {"/bin/sh", "-c", "sleep 100 & echo $!; wait"}},
                      [&](std::string_view line) {
                        (void)!write(names[1], line.data(), line.size());
                        return std::string();
                      });
    _exit(1);
  }
  char name[32] = {};
  const ssize_t got = read(names[0], name, sizeof name - 1);
  EXPECT_GT(got, 0);
  kill(us, SIGKILL);
  int status = 0;
  waitpid(us, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  expect_gone(name);
  close(names[0]);
  close(names[1]);
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
