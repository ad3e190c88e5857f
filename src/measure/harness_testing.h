// SPDX-License-Identifier: GPL-2.0-or-later
// For tests of the harness: short passes in a child process that has less than usual.
#pragma once

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "base/fd.h"
#include "base/text.h"
#include "measure/execute.h"

namespace lodestone {

namespace fs = std::filesystem;

inline PassRequest short_pass(const char* id, int copies, bool threads) {
  PassRequest request;
  request.workload = find_workload(id);
  request.copies = copies;
  request.threads = threads;
  request.seconds = 0.05;
  request.window_seconds = 0.01;
  request.windows = 10;
  request.directory = fs::temp_directory_path().string();
  return request;
}

// System V semaphore sets that this test alone can have made: other tests run beside it, so the
// first call gives the process a namespace of its own (where it may).
inline size_t semaphore_sets() {
  [[maybe_unused]] static const int own = unshare(CLONE_NEWIPC);
  const auto table = read_file("/proc/sysvipc/sem", 1 << 20);
  return table ? split(*table, '\n').size() : 0;
}

// What lies in a folder, by name.
inline std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    found.insert(entry.path().filename().string());
  return found;
}

// Processes that run this build's workload programs, in folder SUITE or of that name.
inline int running(const std::string& under) {
  const std::string program = LODESTONE_BINARY_DIR "/libexec/lodestone/" + under;
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::error_code none;
    const std::string path = fs::read_symlink(entry.path() / "exe", none).string();
    count += path == program || path.starts_with(program + "/");
  }
  return count;
}

// Runs `work` in a child of its own and gives back the text that it returns.
inline std::string in_child(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = work();
    (void)!write(ends[1], text.data(), text.size());
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(got));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return text;
}

inline bool forbid(unsigned call, unsigned action) {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, action),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  sock_fprog program{4, filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

inline std::string outcome(const Result<Pass>& pass) {
  if (!pass) return "error: " + pass.error().what;
  std::string text = pass->failed() ? "failed" : "done";
  for (const Finding& finding : pass->findings) text += "; " + finding.code + " " + finding.text;
  for (const Copy& copy : pass->copies) text += "; " + copy.error;
  return text;
}

}  // namespace lodestone
