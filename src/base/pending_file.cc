// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/pending_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace lodestone {

Result<PendingFile> PendingFile::create(const std::string& path) {
  PendingFile file;
  file.path_ = path;
  struct stat about{};
  const bool there = ::stat(path.c_str(), &about) == 0;
  if (there && S_ISDIR(about.st_mode)) return fail_errno("cannot create " + path, EISDIR);
  if (there && !S_ISREG(about.st_mode)) {
    file.fd_ = Fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.fd_.valid()) return fail_errno("cannot open " + path, errno);
    return file;
  }
  // A rename onto a symbolic link would replace the link.
  std::error_code problem;
  const auto real = std::filesystem::canonical(path, problem);
  file.target_ = problem ? path : real.string();
  const std::string temporary = file.target_ + ".tmp-" + std::to_string(::getpid());
  file.fd_ = Fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file.fd_.valid())
    return fail_errno("cannot create " + path, errno, "choose a folder that can be written to");
  file.temporary_ = temporary;
  return file;
}

PendingFile::PendingFile(PendingFile&& other) noexcept
    : fd_(std::move(other.fd_)),
      path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})) {}

PendingFile& PendingFile::operator=(PendingFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  fd_ = std::move(other.fd_);
  path_ = std::move(other.path_);
  target_ = std::move(other.target_);
  temporary_ = std::exchange(other.temporary_, {});
  return *this;
}

PendingFile::~PendingFile() {
  discard();
}

void PendingFile::discard() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

Result<void> PendingFile::write(std::string_view bytes) {
  auto wrote = write_all(fd_.get(), bytes);
  if (!wrote) wrote.error().what = "cannot write " + path_;
  return wrote;
}

Result<void> PendingFile::commit(std::string_view bytes) {
  auto wrote = write_all(fd_.get(), bytes);
  // A pipe or a device cannot be synced.
  if (wrote && ::fsync(fd_.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
    wrote = fail_errno("cannot write " + path_, errno);
  if (wrote && !temporary_.empty() && ::rename(temporary_.c_str(), target_.c_str()) != 0)
    wrote = fail_errno("cannot write " + path_, errno);
  fd_.close();
  if (!wrote) {
    discard();
    Error error = wrote.error();
    error.what = "cannot write " + path_;
    return tl::unexpected<Error>(error);
  }
  temporary_.clear();
  return {};
}

}  // namespace lodestone
