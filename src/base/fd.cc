// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/fd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/pending_file.h"

namespace lodestone {

void Fd::close() {
  // Linux has released the number even when close() says EINTR (close(2)), so it is never tried
  // again.
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

Result<std::string> read_all(int fd, size_t limit) {
  constexpr size_t step = 65536;
  std::string bytes;
  size_t used = 0;
  // A file's size is known as a rule: then it is read into place at once.
  struct stat status;
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
      static_cast<size_t>(status.st_size) <= limit)
    bytes.resize(static_cast<size_t>(status.st_size) + step);
  for (;;) {
    if (bytes.size() - used < step) bytes.resize(used < step ? 2 * step : used * 2);
    const ssize_t got = ::read(fd, bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_errno("cannot read", errno);
    if (got == 0) break;
    used += static_cast<size_t>(got);
    if (used > limit)
      return fail(ErrorCode::no_space,
                  "the input is larger than " + std::to_string(limit) + " bytes");
  }
  bytes.resize(used);
  return bytes;
}

Result<std::string> read_file(const std::string& path, size_t limit) {
  Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) return fail_errno("cannot open " + path, errno);
  auto bytes = read_all(fd.get(), limit);
  if (!bytes) {
    Error error = bytes.error();
    error.what += ": " + path;
    return tl::unexpected<Error>(error);
  }
  return bytes;
}

Result<void> write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return fail_errno("cannot write", errno);
    bytes.remove_prefix(static_cast<size_t>(wrote));
  }
  return {};
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  LODESTONE_ASSIGN(PendingFile file, PendingFile::create(path));
  return file.commit(bytes);
}

Result<void> make_directories(const std::string& path) {
  std::error_code problem;
  std::filesystem::create_directories(path, problem);
  if (problem) return fail_errno("cannot make the folder " + path, problem.value());
  return {};
}

bool exists(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0;
}

}  // namespace lodestone
