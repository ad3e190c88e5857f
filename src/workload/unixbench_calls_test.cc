// SPDX-License-Identifier: GPL-2.0-or-later
// What a unit of each UnixBench workload asks of the kernel: two runs that differ only in the
// number of operations are traced, and the difference of their system calls, divided by the
// difference of operations, is what one unit does.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "base/fd.h"
#include "base/text.h"
#include "sys/process.h"
#include "workload/catalog.h"

namespace lodestone {
namespace {

class Folder {
 public:
  Folder() {
    std::string path = "/tmp/lodestone-calls-XXXXXX";
    if (::mkdtemp(path.data())) path_ = path;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

using Calls = std::map<std::string, double>;

// strace -c: "% time  seconds  usecs/call  calls  [errors]  syscall".
Calls traced(const std::string& workload, int operations, const std::string& parameter) {
  const auto* found = find_workload("unixbench/" + workload);
  EXPECT_NE(found, nullptr);
  const auto program = workload_program(*found);
  EXPECT_TRUE(program);
  Folder folder;
  Command command;
  command.words = {"strace",
                   "-f",
                   "-qq",
                   "-c",
                   "-o",
                   folder.path() + "/calls",
                   *program,
                   "--windows",
                   "2",
                   "--operations",
                   std::to_string(operations),
                   "--directory",
                   folder.path()};
  if (!parameter.empty()) command.words.insert(command.words.end(), {"--parameter", parameter});
  command.timeout_seconds = 100;
  const auto finished = run_command(command);
  EXPECT_TRUE(finished);
  EXPECT_EQ(finished->output.find("\nerror"), std::string::npos)
      << finished->output << finished->errors;
  EXPECT_NE(finished->output.find("\nend"), std::string::npos)
      << finished->output << finished->errors;
  Calls calls;
  const auto table = read_file(folder.path() + "/calls");
  for (std::string_view line : split(table ? *table : "", '\n')) {
    const auto columns = words(line);
    if (columns.size() < 5) continue;
    if (auto count = parse_double(columns[3])) calls[std::string(columns.back())] = *count;
  }
  return calls;
}

// Calls per operation; `few` and `many` are per window, of which there are two.
Calls per_operation(const std::string& workload, int few, int many,
                    const std::string& parameter = "") {
  const Calls less = traced(workload, few, parameter), more = traced(workload, many, parameter);
  Calls difference;
  for (const auto& [name, count] : more) {
    const auto before = less.find(name);
    const double each =
        (count - (before == less.end() ? 0 : before->second)) / (2.0 * (many - few));
    if (std::abs(each) > 0.004) difference[name] = each;
  }
  difference.erase("total");
  return difference;
}

void expect_calls(const Calls& got, const Calls& expected, double tolerance = 0.003) {
  for (const auto& [name, count] : expected) {
    const auto found = got.find(name);
    EXPECT_NEAR(found == got.end() ? 0 : found->second, count, tolerance) << name;
  }
}

bool have_strace() {
  return std::system("command -v strace >/dev/null 2>&1") == 0;
}

TEST(UnixbenchCalls, Loops) {
  if (!have_strace()) GTEST_SKIP() << "strace is not installed (packages/test)";
  const Calls pipe = per_operation("pipe", 100, 600);
  expect_calls(pipe, {{"read", 1}, {"write", 1}});
  EXPECT_EQ(pipe.size(), 2u);
  const Calls five = per_operation("syscall", 100, 600);
  expect_calls(five, {{"dup", 1}, {"close", 1}, {"getpid", 1}, {"getuid", 1}, {"umask", 1}});
  EXPECT_EQ(five.size(), 5u);
  // Both sides: 2 writes and 2 reads.
  Calls context = per_operation("context1", 50, 650);
  context.erase("futex");  // waits at the gates, as many as the scheduler makes of them
  expect_calls(context, {{"read", 2}, {"write", 2}});
  EXPECT_EQ(context.size(), 2u);
}

TEST(UnixbenchCalls, FileCopies) {
  if (!have_strace()) GTEST_SKIP() << "strace is not installed (packages/test)";
  // One and two laps of 2000 buffers a window.
  const Calls copy = per_operation("fstime", 2000, 4000);
  expect_calls(copy, {{"read", 2001.0 / 2000}, {"write", 1}}, 1e-4);
  const Calls less = traced("fsbuffer", 2000, ""), more = traced("fsbuffer", 4000, "");
  EXPECT_EQ(more.at("lseek") - less.at("lseek"), 4);  // two laps more, two rewinds each
  EXPECT_EQ(more.at("read") - less.at("read"), 2 * 2001);
}

TEST(UnixbenchCalls, Processes) {
  if (!have_strace()) GTEST_SKIP() << "strace is not installed (packages/test)";
  const Calls spawn = per_operation("spawn", 5, 25);
  expect_calls(spawn, {{"clone", 1}, {"wait4", 1}});
  // set_robust_list and rseq in each child, with newer C libraries; the harness waits now and then.
  for (const auto& [name, count] : spawn)
    EXPECT_TRUE(count < 0.2 || name == "clone" || name == "wait4" || name == "set_robust_list" ||
                name == "rseq")
        << name << " " << count;
  const Calls exec = per_operation("sysexec", 3, 13);
  expect_calls(exec, {{"clone", 1}, {"execve", 1}, {"wait4", 1}});
  // An image of execl does what the dynamic loader does for libc alone.
  const Calls execl = per_operation("execl", 3, 13);
  expect_calls(execl, {{"execve", 1}, {"openat", 2}, {"arch_prctl", 1}, {"read", 1}});
  double total = 0;
  for (const auto& [name, count] : execl) total += count;
  EXPECT_NEAR(total, 29, 3.01);
  for (const char* absent : {"write", "clone", "wait4"})
    EXPECT_FALSE(execl.contains(absent)) << absent;
}

TEST(UnixbenchCalls, ShellScripts) {
  if (!have_strace()) GTEST_SKIP() << "strace is not installed (packages/test)";
  const Calls one = per_operation("shell1", 1, 3);
  const double made =
      (one.contains("clone") ? one.at("clone") : 0) + (one.contains("vfork") ? one.at("vfork") : 0);
  EXPECT_NEAR(one.at("execve"), 9, 0.01);
  EXPECT_NEAR(made, 9, 0.01);
  const Calls old = per_operation("shell1", 1, 3, "like=unixbench-5.1.3");
  EXPECT_NEAR(old.at("execve"), 10, 0.01);  // expr
}

}  // namespace
}  // namespace lodestone
