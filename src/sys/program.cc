// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

#include "base/clock.h"
#include "base/fd.h"
#include "base/text.h"

extern char** environ;

namespace lodestone {
namespace {

Result<void> open_pipe(Fd& reader, Fd& writer) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail_errno("cannot make a pipe", errno);
  reader = Fd(ends[0]);
  writer = Fd(ends[1]);
  return {};
}

std::vector<std::string> plain_environment() {
  std::vector<std::string> lines;
  for (char** entry = environ; entry && *entry; ++entry)
    if (!std::string_view(*entry).starts_with("LC_ALL=")) lines.emplace_back(*entry);
  lines.emplace_back("LC_ALL=C");
  return lines;
}

std::vector<char*> pointers(std::vector<std::string>& lines) {
  std::vector<char*> out;
  for (std::string& line : lines) out.push_back(line.data());
  out.push_back(nullptr);
  return out;
}

}  // namespace

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0 ? name : "";
  const char* path = std::getenv("PATH");
  for (std::string_view folder : split(path ? path : "/usr/local/bin:/usr/bin:/bin", ':')) {
    const std::string candidate = std::string(folder.empty() ? "." : folder) + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return "";
}

Result<ProgramOutput> run_program(const std::vector<std::string>& words, double timeout_seconds) {
  const std::string path = words.empty() ? "" : find_program(words[0]);
  if (path.empty())
    return fail(ErrorCode::not_found, "there is no program " + (words.empty() ? "" : words[0]));
  Fd out_reader, out_writer, err_reader, err_writer;
  LODESTONE_TRY(open_pipe(out_reader, out_writer));
  LODESTONE_TRY(open_pipe(err_reader, err_writer));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out_writer.get(), 1);
  posix_spawn_file_actions_adddup2(&actions, err_writer.get(), 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t plain;
  sigemptyset(&plain);
  sigaddset(&plain, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &plain);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> arguments = words, environment = plain_environment();
  pid_t pid = 0;
  const int problem = ::posix_spawn(&pid, path.c_str(), &actions, &attributes,
                                    pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (problem != 0) return fail_errno("cannot start " + path, problem);
  out_writer.close();
  err_writer.close();
  ProgramOutput output;
  const int64_t deadline = monotonic_ns() + static_cast<int64_t>(timeout_seconds * 1e9);
  std::array<pollfd, 2> ends{{{out_reader.get(), POLLIN, 0}, {err_reader.get(), POLLIN, 0}}};
  bool late = false;
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    const int64_t left = (deadline - monotonic_ns()) / 1000000;
    if (left <= 0) {
      late = true;
      break;
    }
    if (::poll(ends.data(), ends.size(), static_cast<int>(left)) < 0 && errno != EINTR) break;
    for (size_t i = 0; i < 2; ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      std::array<char, 4096> bytes;
      const ssize_t got = ::read(ends[i].fd, bytes.data(), bytes.size());
      if (got > 0)
        (i == 0 ? output.out : output.err).append(bytes.data(), static_cast<size_t>(got));
      else if (got == 0 || errno != EINTR)
        ends[i].fd = -1;
    }
  }
  if (late) ::kill(-pid, SIGKILL);
  while (::waitpid(pid, &output.status, 0) < 0 && errno == EINTR) {
  }
  if (late)
    return fail(ErrorCode::failed,
                words[0] + " took longer than " + shortest(timeout_seconds) + " s");
  return output;
}

}  // namespace lodestone
