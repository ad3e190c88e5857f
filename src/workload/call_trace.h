// SPDX-License-Identifier: GPL-2.0-or-later
// For tests: the system calls that a program and all its children make, counted under ptrace.
#pragma once

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lodestone {

using CallCounts = std::map<long, long>;  // number: how often

// System calls of the program and all its tasks; nothing where tracing is forbidden or the program
// failed.
inline std::optional<CallCounts> trace_calls(const std::vector<std::string>& words,
                                             std::string* output) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    dup2(ends[1], 1);
    close(ends[0]);
    close(ends[1]);
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(126);
    raise(SIGSTOP);
    execv(argv[0], argv.data());
    _exit(127);
  }
  close(ends[1]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return std::nullopt;
  ptrace(PTRACE_SETOPTIONS, child, nullptr,
         PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEVFORK |
             PTRACE_O_EXITKILL);
  ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
  CallCounts calls;
  bool good = false;
  for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0;) {
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (pid == child) good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      continue;
    }
    long signal = WSTOPSIG(status);
    if (signal == (SIGTRAP | 0x80)) {
      __ptrace_syscall_info info{};
      if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) > 0 &&
          info.op == PTRACE_SYSCALL_INFO_ENTRY)
        ++calls[static_cast<long>(info.entry.nr)];
      signal = 0;
    } else if (signal == SIGTRAP || signal == SIGSTOP) {
      signal = 0;  // exec, and the stops of new tasks
    }
    ptrace(PTRACE_SYSCALL, pid, nullptr, signal);
  }
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    output->append(buffer, static_cast<size_t>(got));
  close(ends[0]);
  if (!good) return std::nullopt;
  return calls;
}

}  // namespace lodestone
