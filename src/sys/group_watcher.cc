// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/group_watcher.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <initializer_list>

namespace lodestone {
namespace {

constexpr size_t most_groups = 1024;

// A message is one number: a group that began, or minus one that ended. Writes this short are never
// mixed (pipe(7)).
void tell(int pipe, int32_t message) {
  while (pipe >= 0 && write(pipe, &message, sizeof message) < 0 && errno == EINTR) continue;
}

// Runs in the forked child: no allocation, no stdio.
[[noreturn]] void watch(int pipe) {
  setsid();
  prctl(PR_SET_NAME, "lodestone-watch");
  for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE}) signal(number, SIG_IGN);
  // Nothing of ours may stay open here: not the far end of this pipe, no terminal, no locked
  // journal.
  dup2(pipe, 0);
  if (syscall(SYS_close_range, 1U, ~0U, 0U) != 0)
    for (int number = 1; number < 65536; ++number) close(number);
  (void)!chdir("/");
  static int32_t groups[most_groups];
  size_t count = 0;
  int32_t message = 0;
  for (;;) {
    const ssize_t got = read(0, &message, sizeof message);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof message) break;
    if (message > 0 && count < most_groups) groups[count++] = message;
    for (size_t i = 0; message < 0 && i < count; ++i)
      if (groups[i] == -message) groups[i--] = groups[--count];
  }
  // A moment first, in which what holds something of the system's (a semaphore set) gives it back.
  for (size_t i = 0; i < count; ++i) kill(-groups[i], SIGTERM);
  usleep(200'000);
  for (size_t i = 0; i < count; ++i) kill(-groups[i], SIGKILL);
  _exit(0);
}

}  // namespace

int watcher_pipe() {
  static int end = -1;
  static pid_t owner = 0;
  if (owner == getpid()) return end;
  // A forked child must not speak for its parent.
  if (end >= 0) close(end);
  end = -1;
  owner = getpid();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) watch(ends[0]);
  close(ends[0]);
  if (child < 0)
    close(ends[1]);
  else
    end = ends[1];
  return end;
}

void watch_group(int pipe, pid_t group) {
  tell(pipe, static_cast<int32_t>(group));
}

void forget_group(int pipe, pid_t group) {
  tell(pipe, -static_cast<int32_t>(group));
}

}  // namespace lodestone
