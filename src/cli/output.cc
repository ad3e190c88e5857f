// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/output.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "base/result.h"

namespace lodestone {
namespace {

// stdio forgets why an earlier write failed; a pipe without a reader tells it again (pipe(7)).
bool reader_is_gone() {
  pollfd file{STDOUT_FILENO, POLLOUT, 0};
  return poll(&file, 1, 0) > 0 && (file.revents & POLLERR);
}

}  // namespace

void reopen_standard_files() {
  for (int number = 0; number < 3; ++number) {
    if (fcntl(number, F_GETFD) >= 0) continue;
    // Standard output for reading: every write to it is then an error that is noticed.
    const int opened = open("/dev/null", number == 2 ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != number) close(opened);
  }
}

bool output_lost() {
  return std::ferror(stdout) != 0;
}

int finish_output(int code) {
  const bool flushed = std::fflush(stdout) == 0;
  const int problem = flushed ? 0 : errno;
  if (flushed && !output_lost()) return code;
  if (reader_is_gone()) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  Error error{ErrorCode::no_space, "the output could not be written",
              "the disk is full or standard output is closed", ""};
  if (problem) error.why = fail_errno("", problem).value().why;
  std::fputs(describe(error).c_str(), stderr);
  const int interrupted = exit_code(ErrorCode::interrupted);
  return code == interrupted ? interrupted : exit_code(error.code);
}

}  // namespace lodestone
