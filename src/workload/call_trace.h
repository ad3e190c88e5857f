// SPDX-License-Identifier: GPL-2.0-or-later
// For tests: the system calls of a workload's timed part under ptrace, those of each task apart
// from those of its partners. The harness marks where a task's timed part begins and ends
// (--marks); set-up, gates, tear-down and the waiting parent are not counted.
#pragma once

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "workload/runner/mark.h"

namespace lodestone {

using CallCounts = std::map<long, long>;  // number: how often

struct CallTrace {
  std::vector<CallCounts> tasks;     // one a task
  std::vector<CallCounts> returned;  // likewise: sums of the results that were not errors
  CallCounts others;                 // of all other processes but the parent of the tasks
};

// Counts calls where they are entered. Before a single task's timed part and after it everybody
// else is let go until he sleeps, so that a call that lies across a mark is neither lost nor
// counted twice; partners that never sleep (`settle` false) are counted roughly.
class CallTracer {
 public:
  CallTracer(size_t tasks, bool settle) : expected_(tasks), settle_(settle) {}

  // Nothing where tracing is forbidden or the program failed; what it printed is added to `output`.
  std::optional<CallTrace> run(const std::vector<std::string>& words, std::string* output) {
    int ends[2];
    if (pipe(ends) != 0) return std::nullopt;
    root_ = fork();
    if (root_ == 0) {
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
    if (root_ < 0 || waitpid(root_, &status, 0) != root_ || !WIFSTOPPED(status)) {
      close(ends[0]);
      return std::nullopt;
    }
    ptrace(PTRACE_SETOPTIONS, root_, nullptr,
           PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEVFORK |
               PTRACE_O_EXITKILL);
    tracees_[root_];
    resume(root_, 0);
    for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0;) handle(pid, status);
    char buffer[4096];
    for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
      output->append(buffer, static_cast<size_t>(got));
    close(ends[0]);
    if (!good_) return std::nullopt;
    return std::move(trace_);
  }

 private:
  struct Tracee {
    int task = -1;         // its place in trace_.tasks; -1: not between its marks
    long call = -1;        // it is in this call
    bool counted = false;  // which was counted
  };

  void resume(pid_t pid, long signal) {
    ptrace(over_ ? PTRACE_CONT : PTRACE_SYSCALL, pid, nullptr, signal);
  }

  void handle(pid_t pid, int status) {
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (pid == root_) good_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      tracees_.erase(pid);
      return;
    }
    long signal = WSTOPSIG(status);
    if (signal == (SIGTRAP | 0x80)) {
      signal = 0;
      __ptrace_syscall_info info{};
      if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) > 0) {
        if (info.op == PTRACE_SYSCALL_INFO_ENTRY)
          enter(pid, static_cast<long>(info.entry.nr), info.entry.args[0], info.entry.args[1]);
        else if (info.op == PTRACE_SYSCALL_INFO_EXIT)
          leave(tracees_[pid], info.exit.rval);
      }
    } else if (signal == SIGTRAP || signal == SIGSTOP) {
      unsigned long child = 0;  // stops of exec, of fork, and of the new process
      const int event = status >> 16;
      if ((event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK ||
           event == PTRACE_EVENT_CLONE) &&
          ptrace(PTRACE_GETEVENTMSG, pid, nullptr, &child) == 0)
        tracees_[static_cast<pid_t>(child)];
      signal = 0;
    }
    resume(pid, signal);
  }

  void enter(pid_t pid, long call, uint64_t first, uint64_t second) {
    Tracee& tracee = tracees_[pid];
    tracee.call = call;
    tracee.counted = false;
    if (call == SYS_prctl && first == runner_mark) {
      if (settle_) wait_until_all_sleep(pid);
      if (second == 1) {
        tracee.task = static_cast<int>(trace_.tasks.size());
        trace_.tasks.emplace_back();
        trace_.returned.emplace_back();
        ++inside_;
      } else {
        tracee.task = -1;
        over_ = --inside_ == 0 && trace_.tasks.size() == expected_;
      }
    } else if (tracee.task >= 0) {
      ++trace_.tasks[static_cast<size_t>(tracee.task)][call];
      tracee.counted = true;
    } else if (inside_ > 0 && pid != root_) {
      ++trace_.others[call];
    }
  }

  void leave(Tracee& tracee, long long result) {
    if (tracee.counted && tracee.task >= 0 && result > 0)
      trace_.returned[static_cast<size_t>(tracee.task)][tracee.call] += static_cast<long>(result);
    tracee.call = -1;
    tracee.counted = false;
  }

  static bool sleeps(pid_t pid) {
    char path[64], text[512];
    std::snprintf(path, sizeof path, "/proc/%d/stat", static_cast<int>(pid));
    FILE* file = std::fopen(path, "r");
    if (file == nullptr) return true;  // gone
    const size_t got = std::fread(text, 1, sizeof text - 1, file);
    std::fclose(file);
    text[got] = 0;
    const char* state = std::strrchr(text, ')');
    return state != nullptr && (state[2] == 'S' || state[2] == 'D' || state[2] == 'Z');
  }

  // All but the stopped one and the parent, ten looks in a row: what the last call set in motion
  // (a packet on the loopback interface) may reach a sleeper late.
  void wait_until_all_sleep(pid_t stopped) {
    for (int quiet = 0; quiet < 10;) {
      int status = 0;
      if (const pid_t pid = waitpid(-1, &status, __WALL | WNOHANG); pid > 0) {
        quiet = 0;
        handle(pid, status);
        continue;
      }
      bool all = true;
      for (const auto& [pid, tracee] : tracees_)
        if (pid != stopped && pid != root_) all = all && sleeps(pid);
      quiet = all ? quiet + 1 : 0;
      usleep(500);
    }
  }

  size_t expected_;
  bool settle_;
  bool over_ = false;  // all timed parts: nobody is stopped at calls any more
  pid_t root_ = -1;
  bool good_ = false;
  int inside_ = 0;  // tasks between their marks
  std::map<pid_t, Tracee> tracees_;
  CallTrace trace_;
};

}  // namespace lodestone
