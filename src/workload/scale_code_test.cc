// SPDX-License-Identifier: GPL-2.0-or-later
// That the compiler left the work in where no system call shows it: the machine code of the loops
// that stay in user space.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/text.h"
#include "sys/process.h"
#include "workload/catalog.h"

namespace lodestone {
namespace {

struct Line {
  long address = 0;
  std::string text;
};

// The disassembly of the workload's run().
std::vector<Line> run_of(const std::string& id) {
  const auto program = workload_program(*find_workload(id));
  EXPECT_TRUE(program);
  Command command;
  command.words = {"objdump", "-d", "--no-show-raw-insn", "-C", *program};
  const auto finished = run_command(command);
  EXPECT_TRUE(finished && finished->succeeded());
  std::vector<Line> lines;
  bool inside = false;
  for (std::string_view line : split(finished->output, '\n')) {
    if (line.ends_with(">:")) inside = line.find("::run(") != std::string_view::npos;
    const size_t colon = line.find(":\t");
    if (!inside || colon == std::string_view::npos) continue;
    lines.push_back(
        {std::strtol(std::string(line).c_str(), nullptr, 16), std::string(line.substr(colon + 2))});
  }
  return lines;
}

// What lies between a backward jump and its target: the innermost loop that holds all of `parts`.
bool has_loop_with(const std::vector<Line>& lines, const std::vector<std::string>& parts) {
  for (const Line& jump : lines) {
    if (!jump.text.starts_with("j")) continue;
    const auto word = words(jump.text);
    const long target =
        word.size() > 1 ? std::strtol(std::string(word[1]).c_str(), nullptr, 16) : 0;
    if (target == 0 || target >= jump.address) continue;
    size_t found = 0;
    for (const std::string& part : parts)
      for (const Line& line : lines)
        if (line.address >= target && line.address <= jump.address &&
            line.text.find(part) != std::string::npos) {
          ++found;
          break;
        }
    if (found == parts.size()) return true;
  }
  return false;
}

TEST(ScaleCode, LoopsInUserSpaceKeepTheirCalls) {
  if (std::system("command -v objdump >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "objdump is not installed (binutils)";
  const std::map<std::string, std::vector<std::string>> loops = {
      {"malloc1", {"malloc", "free"}},
      {"malloc2", {"malloc", "free"}},
      {"posix_semaphore1", {"sem_wait", "sem_post"}},
      {"pthread_mutex1", {"pthread_mutex_lock", "pthread_mutex_unlock"}},
      {"pthread_mutex2", {"pthread_mutex_lock", "pthread_mutex_unlock"}},
      {"pthread_mutex3", {"pthread_mutex_lock", "pthread_mutex_unlock"}},
      {"pthread_mutex4", {"pthread_mutex_lock", "pthread_mutex_unlock"}},
      {"pthread_mutex5", {"pthread_mutex_lock", "pthread_mutex_unlock"}},
  };
  for (const auto& [name, parts] : loops)
    EXPECT_TRUE(has_loop_with(run_of("scale/" + name), parts)) << name;
  EXPECT_FALSE(has_loop_with(run_of("scale/malloc2"), {"sem_wait"}));
}

TEST(ScaleCode, UpdatesUnderTheMutexAreStores) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "reads x86-64 instructions";
#endif
  if (std::system("command -v objdump >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "objdump is not installed (binutils)";
  // The instructions that lead to the unlock add to memory: the common, the stack's, the thread's
  // number.
  for (const char* name : {"pthread_mutex3", "pthread_mutex4", "pthread_mutex5"}) {
    const auto lines = run_of(std::string("scale/") + name);
    bool stored = false;
    for (size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].text.find("<pthread_mutex_unlock@plt>") == std::string::npos) continue;
      for (size_t before = i; before-- > 0 && i - before <= 6;) {
        const std::string& text = lines[before].text;
        if (text.starts_with("j") || text.starts_with("call") || text.starts_with("ret")) break;
        const bool to_memory = text.ends_with(")") || text.find(",%fs:") != std::string::npos;
        stored |= to_memory &&
                  (text.starts_with("add") || text.starts_with("inc") || text.starts_with("mov"));
      }
    }
    EXPECT_TRUE(stored) << name;
  }
  bool plain = false;  // pthread_mutex1 has nothing to update
  const auto lines = run_of("scale/pthread_mutex1");
  for (size_t i = 1; i < lines.size(); ++i)
    plain |= lines[i].text.find("<pthread_mutex_unlock@plt>") != std::string::npos &&
             lines[i - 1].text.ends_with(")");
  EXPECT_FALSE(plain);
}

}  // namespace
}  // namespace lodestone
