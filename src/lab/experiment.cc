// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/experiment.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fd.h"
#include "base/self.h"
#include "base/text.h"

extern char** environ;

namespace lodestone::lab {
namespace {

Result<std::string> runner_path() {
  LODESTONE_ASSIGN(std::string folder, self_path());
  folder.resize(folder.rfind('/'));
  for (const char* place : {"/lodestone-lab", "/../libexec/lodestone/lodestone-lab"})
    if (access((folder + place).c_str(), X_OK) == 0) return folder + place;
  return fail(ErrorCode::not_found, "cannot find lodestone-lab",
              "it is looked for beside lodestone and in ../libexec/lodestone",
              "build or install the whole of lodestone");
}

class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  ~Child() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      wait();
    }
  }
  int wait() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

 private:
  pid_t pid_;
};

}  // namespace

bool Window::undisturbed() const {
  if (wrong || workers.empty()) return false;
  for (const Worker& worker : workers)
    if (worker.switches > 0 || worker.cpu_ns < 0.97 * worker.wall_ns) return false;
  return true;
}

double Window::nanoseconds() const {
  double operations = 0, wall = 0;
  for (const Worker& worker : workers) {
    operations += worker.operations;
    wall += worker.wall_ns;
  }
  return operations > 0 ? wall / operations : 0;
}

Result<std::vector<Window>> parse_windows(const std::string& output) {
  std::vector<Window> windows;
  for (std::string_view line : split(output, '\n')) {
    if (trim(line).empty()) continue;
    Window window;
    if (line == "bad") {
      window.wrong = true;
      windows.push_back(window);
      continue;
    }
    std::vector<double> numbers;
    for (std::string_view word : words(line)) {
      const auto number = parse_double(word);
      if (!number)
        return fail(ErrorCode::failed, "lodestone-lab printed what is no number",
                    std::string(line));
      numbers.push_back(*number);
    }
    // Two workers of a words line have 10 numbers; K workers of a lock line have 5 K and then K.
    const bool lock = numbers.size() % 6 == 0;
    if (!lock && numbers.size() != 10)
      return fail(ErrorCode::failed, "lodestone-lab printed a line of another length",
                  std::string(line));
    const size_t workers = lock ? numbers.size() / 6 : 2;
    for (size_t i = 0; i < workers; ++i)
      window.workers.push_back({numbers[5 * i], numbers[5 * i + 1], numbers[5 * i + 2],
                                numbers[5 * i + 3], numbers[5 * i + 4],
                                lock ? numbers[5 * workers + i] : 0});
    windows.push_back(std::move(window));
  }
  return windows;
}

Result<std::vector<Window>> run_experiments(const std::vector<std::string>& lines,
                                            const std::vector<int>& cpus, double timeout_seconds) {
  LODESTONE_ASSIGN(std::string program, runner_path());
  // A memory file as its standard input: it reads all before it starts, and nothing can block.
  Fd input(memfd_create("lodestone-lab", MFD_CLOEXEC));
  if (!input.valid()) return fail_errno("cannot make a memory file", errno);
  LODESTONE_TRY(write_all(input.get(), join(lines, "\n") + "\n"));
  lseek(input.get(), 0, SEEK_SET);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail_errno("cannot make a pipe", errno);
  Fd read_end(ends[0]), write_end(ends[1]);
  std::vector<std::string> texts{program};
  for (int cpu : cpus) texts.push_back(fmt::format("{}", cpu));
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.get(), 0);
  posix_spawn_file_actions_adddup2(&actions, write_end.get(), 1);
  pid_t pid = -1;
  const int error =
      posix_spawn(&pid, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return fail_errno("cannot start lodestone-lab", error);
  Child child(pid);
  write_end.close();
  std::string output;
  const int64_t deadline = monotonic_ns() + static_cast<int64_t>(timeout_seconds * 1e9);
  for (;;) {
    const int64_t left = (deadline - monotonic_ns()) / 1000000;
    pollfd wait_for{read_end.get(), POLLIN, 0};
    const int ready = left > 0 ? poll(&wait_for, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) return fail(ErrorCode::interrupted, "interrupted");
    if (ready <= 0)
      return fail(ErrorCode::failed, "the experiments did not end in time",
                  "the machine is too busy, or a lock stands still",
                  "try again on a quiet machine");
    char buffer[1 << 16];
    const ssize_t got = read(read_end.get(), buffer, sizeof buffer);
    if (got <= 0) break;
    output.append(buffer, static_cast<size_t>(got));
  }
  const int status = child.wait();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return fail(ErrorCode::failed, "lodestone-lab failed",
                WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                                    : fmt::format("exit status {}", WEXITSTATUS(status)));
  LODESTONE_ASSIGN(auto windows, parse_windows(output));
  if (windows.size() != lines.size())
    return fail(ErrorCode::failed, "lodestone-lab left experiments out",
                fmt::format("{} of {} lines answered", windows.size(), lines.size()));
  return windows;
}

}  // namespace lodestone::lab
