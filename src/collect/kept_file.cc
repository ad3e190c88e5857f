// SPDX-License-Identifier: GPL-2.0-or-later
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "collect/collector.h"

namespace lodestone {
namespace {

// A process may usually hold 1024 files (RLIMIT_NOFILE), and the other parts of this one need some.
constexpr int largest_kept = 512;

}  // namespace

Result<std::string_view> KeptFile::read(size_t limit) {
  if (buffer_.size() < 16384) buffer_.resize(16384);
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (!file_.valid()) file_ = Fd(::open(root_.path(path_).c_str(), O_RDONLY | O_CLOEXEC));
    if (!file_.valid()) return fail_errno("cannot read " + path_, errno);
    size_t used = 0;
    ssize_t got = 0;
    // Files of /proc give what fits; the whole takes reads until one gives nothing.
    while ((got = ::pread(file_.get(), buffer_.data() + used, buffer_.size() - used,
                          static_cast<off_t>(used))) != 0) {
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) break;
      used += static_cast<size_t>(got);
      if (used > limit)
        return fail(ErrorCode::unreadable,
                    path_ + " is larger than " + std::to_string(limit) + " bytes");
      if (used == buffer_.size()) buffer_.resize(buffer_.size() * 2);
    }
    if (got == 0) {
      // Machines of thousands of CPUs have more files than a process may hold open.
      if (file_.get() >= largest_kept) file_.close();
      return std::string_view(buffer_).substr(0, used);
    }
    const int problem = errno;
    file_.close();  // ENODEV: the device or CPU went; perhaps it is back under the same name
    if (attempt == 1) return fail_errno("cannot read " + path_, problem);
  }
  return fail(ErrorCode::io, "cannot read " + path_);
}

}  // namespace lodestone
