// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/clock.h"
#include "base/text.h"
#include "sys/group_watcher.h"
#include "sys/interrupt.h"

extern char** environ;

namespace lodestone {
namespace {

struct Pipe {
  Fd read, write;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail_errno("cannot make a pipe", errno);
  return Pipe{Fd(ends[0]), Fd(ends[1])};
}

std::vector<std::string> merged_environment(const std::vector<std::string>& changes) {
  std::vector<std::string> result;
  auto name_of_entry = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  for (char** entry = environ; *entry; ++entry) {
    const bool replaced = std::any_of(
        changes.begin(), changes.end(),
        [&](const std::string& change) { return name_of_entry(change) == name_of_entry(*entry); });
    if (!replaced) result.emplace_back(*entry);
  }
  for (const std::string& change : changes)
    if (change.find('=') != std::string::npos) result.push_back(change);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

// Everything the child needs, made before the fork: between fork and exec only async-signal-safe
// calls are allowed.
struct Prepared {
  std::vector<std::string> words, environment;
  std::vector<char*> argv, envp;
  std::vector<unsigned long> cpu_mask;
  std::string cgroup_file;
};

Prepared prepare(const Command& command) {
  Prepared prepared;
  prepared.words = command.words;
  prepared.environment = merged_environment(command.environment);
  prepared.argv = pointers(prepared.words);
  prepared.envp = pointers(prepared.environment);
  constexpr int bits = 8 * sizeof(unsigned long);
  for (int cpu : command.cpus) {
    if (prepared.cpu_mask.size() <= static_cast<size_t>(cpu / bits))
      prepared.cpu_mask.resize(cpu / bits + 1);
    prepared.cpu_mask[cpu / bits] |= 1UL << (cpu % bits);
  }
  if (!command.cgroup.empty()) prepared.cgroup_file = command.cgroup + "/cgroup.procs";
  return prepared;
}

// Runs in the child; on failure writes errno and a step number to the report pipe.
[[noreturn]] void become(const Command& command, Prepared& prepared, int in, int out, int err,
                         int report, pid_t parent, int watcher) {
  auto give_up = [&](int step) {
    const int message[2] = {step, errno};
    (void)!write(report, message, sizeof message);
    _exit(127);
  };
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  watch_group(watcher, getpid());
  for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) signal(number, SIG_DFL);
  if (!prepared.cgroup_file.empty()) {
    const int file = open(prepared.cgroup_file.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0 || write(file, "0", 1) != 1) give_up(1);
    close(file);
  }
  if (!prepared.cpu_mask.empty() &&
      syscall(SYS_sched_setaffinity, 0, prepared.cpu_mask.size() * sizeof(unsigned long),
              prepared.cpu_mask.data()) != 0)
    give_up(2);
  if (!command.directory.empty() && chdir(command.directory.c_str()) != 0) give_up(3);
  // Where a seccomp filter forbids it the program runs all the same; executors note what they asked
  // for.
  if (command.fixed_addresses)
    personality(static_cast<unsigned long>(personality(0xffffffff)) | ADDR_NO_RANDOMIZE);
  dup2(in, 0);
  dup2(out, 1);
  dup2(err, 2);
  execvpe(prepared.argv[0], prepared.argv.data(), prepared.envp.data());
  give_up(4);
  _exit(127);
}

void kill_group(pid_t pid) {
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);  // in case it had not made its group yet
}

tl::unexpected<Error> start_error(const Command& command, int step, int number) {
  switch (step) {
    case 1:
      return fail_errno("cannot enter the cgroup " + command.cgroup, number);
    case 2:
      return fail_errno("cannot set the CPU affinity of " + command.words[0], number,
                        "check which CPUs are online");
    case 3:
      return fail_errno("cannot enter the folder " + command.directory, number);
    default:
      return fail_errno("cannot run " + command.words[0], number);
  }
}

// Reads and writes until both output pipes are closed, the time is up or the user interrupts.
class Conversation {
 public:
  Conversation(const Command& command, const std::function<std::string(std::string_view)>& on_line,
               Finished& finished)
      : command_(command),
        on_line_(on_line),
        finished_(finished),
        pending_(on_line ? std::string() : command.input) {}

  // 0 done, 1 time is up, 2 interrupted
  int run(Fd in, Fd out, Fd err, int64_t deadline_ns) {
    fcntl(in.get(), F_SETFL, O_NONBLOCK);
    while (out.valid() || err.valid()) {
      if (!command_.through_interrupts && interrupted()) return 2;
      const int64_t now = monotonic_ns();
      if (deadline_ns && now >= deadline_ns) return 1;
      if (pending_.empty() && !on_line_) in.close();
      pollfd files[3] = {{out.get(), POLLIN, 0},
                         {err.get(), POLLIN, 0},
                         {pending_.empty() ? -1 : in.get(), POLLOUT, 0}};
      const int64_t left_ms = deadline_ns ? (deadline_ns - now) / 1000000 + 1 : 1000;
      if (poll(files, 3, static_cast<int>(std::min<int64_t>(left_ms, 1000))) < 0) continue;
      if (files[0].revents && !take(out, finished_.output, true)) out.close();
      if (files[1].revents && !take(err, finished_.errors, false)) err.close();
      if (files[2].revents) give(in);
    }
    return 0;
  }

 private:
  bool take(Fd& fd, std::string& into, bool lines) {
    char buffer[65536];
    const ssize_t got = read(fd.get(), buffer, sizeof buffer);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got == 0) {
      if (lines && on_line_ && !partial_.empty()) answer(partial_);
      return false;
    }
    const size_t room = command_.output_limit - std::min(command_.output_limit, into.size());
    into.append(buffer, std::min(room, static_cast<size_t>(got)));
    if (static_cast<size_t>(got) > room) finished_.output_cut = true;
    if (lines && on_line_) {
      partial_.append(buffer, static_cast<size_t>(got));
      size_t start = 0;
      for (size_t end; (end = partial_.find('\n', start)) != std::string::npos; start = end + 1)
        answer(std::string_view(partial_).substr(start, end - start));
      partial_.erase(0, start);
    }
    return true;
  }

  void answer(std::string_view line) { pending_ += on_line_(line); }

  void give(Fd& in) {
    const ssize_t wrote = write(in.get(), pending_.data(), pending_.size());
    if (wrote > 0)
      pending_.erase(0, static_cast<size_t>(wrote));
    else if (errno != EAGAIN && errno != EINTR)
      pending_.clear(), in.close();
  }

  const Command& command_;
  const std::function<std::string(std::string_view)>& on_line_;
  Finished& finished_;
  std::string pending_, partial_;
};

}  // namespace

std::string describe(const Finished& finished) {
  if (finished.timed_out) return "still running when its time was up";
  if (WIFSIGNALED(finished.status))
    return "killed by signal " + std::to_string(WTERMSIG(finished.status)) + " (" +
           strsignal(WTERMSIG(finished.status)) + ")";
  return "exit status " + std::to_string(WEXITSTATUS(finished.status));
}

std::optional<std::string> answer_of(const std::vector<std::string>& words) {
  Command command;
  command.words = words;
  command.environment = {"LC_ALL=C"};
  command.timeout_seconds = 5;
  const auto finished = run_command(command);
  if (!finished || !finished->succeeded()) return std::nullopt;
  return std::string(trim(finished->output));
}

std::vector<std::string> command_words(const std::vector<std::string>& words) {
  return words.size() == 1 ? std::vector<std::string>{"/bin/sh", "-c", words[0]} : words;
}

Result<Finished> run_command(const Command& command,
                             const std::function<std::string(std::string_view)>& on_line) {
  if (command.words.empty()) return fail(ErrorCode::usage, "there is no command to run");
  LODESTONE_ASSIGN(Pipe in, make_pipe());
  LODESTONE_ASSIGN(Pipe out, make_pipe());
  LODESTONE_ASSIGN(Pipe err, make_pipe());
  LODESTONE_ASSIGN(Pipe report, make_pipe());
  Fd null(open("/dev/null", O_WRONLY | O_CLOEXEC));
  Prepared prepared = prepare(command);
  const pid_t parent = getpid();
  const int watcher = watcher_pipe();
  Finished finished;
  const int64_t start = monotonic_ns();
  const pid_t pid = fork();
  if (pid < 0) return fail_errno("cannot create a process", errno);
  if (pid == 0) {
    const int output = command.keep_stdout ? out.write.get() : null.get();
    become(command, prepared, in.read.get(), output,
           command.merge_stderr ? output : err.write.get(), report.write.get(), parent, watcher);
  }
  setpgid(pid, pid);
  in.read.close();
  out.write.close();
  err.write.close();
  report.write.close();
  int message[2];
  ssize_t got;
  while ((got = read(report.read.get(), message, sizeof message)) < 0 && errno == EINTR) continue;
  if (got == sizeof message) {
    while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) continue;
    forget_group(watcher, pid);
    return start_error(command, message[0], message[1]);
  }
  const int64_t deadline =
      command.timeout_seconds > 0 ? start + static_cast<int64_t>(command.timeout_seconds * 1e9) : 0;
  Conversation conversation(command, on_line, finished);
  int ended =
      conversation.run(std::move(in.write), std::move(out.read), std::move(err.read), deadline);
  // The pipes may be closed by a child that goes on: it has the same time limit.
  for (;;) {
    if (ended) kill_group(pid);
    const pid_t reaped =
        wait4(pid, &finished.status, ended || !deadline ? 0 : WNOHANG, &finished.usage);
    if (reaped == pid) break;
    if (reaped < 0 && errno != EINTR)
      return fail_errno("cannot wait for " + command.words[0], errno);
    if (!command.through_interrupts && interrupted())
      ended = 2;
    else if (deadline && monotonic_ns() >= deadline)
      ended = 1;
    else if (reaped == 0)
      usleep(500);
  }
  finished.wall_ns = monotonic_ns() - start;
  finished.timed_out = ended == 1;
  kill(-pid, SIGKILL);  // what it left running in its group
  forget_group(watcher, pid);
  if (ended == 2) return fail(ErrorCode::interrupted, "interrupted");
  return finished;
}

}  // namespace lodestone
