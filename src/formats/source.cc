// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/heap.h"
#include "formats/unpack.h"

namespace lodestone {
namespace {

class FileBytes : public ByteSource {
 public:
  FileBytes(Fd fd, std::string name) : fd_(std::move(fd)), name_(std::move(name)) {}
  Result<size_t> read(char* buffer, size_t size) override {
    while (true) {
      const ssize_t got = ::read(fd_.get(), buffer, size);
      if (got >= 0) return static_cast<size_t>(got);
      if (errno == EINTR) continue;
      return fail(ErrorCode::unreadable, "cannot read " + name_, std::strerror(errno));
    }
  }
  size_t expected() const override {
    struct stat status{};
    const off_t at = lseek(fd_.get(), 0, SEEK_CUR);
    if (at < 0 || fstat(fd_.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size <= at)
      return 0;
    return static_cast<size_t>(status.st_size - at);
  }

 private:
  Fd fd_;
  std::string name_;
};

class MemoryBytes : public ByteSource {
 public:
  explicit MemoryBytes(std::string_view bytes) : bytes_(bytes) {}
  Result<size_t> read(char* buffer, size_t size) override {
    const size_t got = std::min(size, bytes_.size());
    if (got) std::memcpy(buffer, bytes_.data(), got);
    bytes_.remove_prefix(got);
    return got;
  }
  size_t expected() const override { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

// Gives back what was looked at, then the rest.
class Rejoined : public ByteSource {
 public:
  Rejoined(std::string start, std::unique_ptr<ByteSource> rest)
      : start_(std::move(start)), rest_(std::move(rest)) {}
  Result<size_t> read(char* buffer, size_t size) override {
    if (used_ == start_.size()) return rest_->read(buffer, size);
    const size_t got = std::min(size, start_.size() - used_);
    std::memcpy(buffer, start_.data() + used_, got);
    used_ += got;
    return got;
  }
  size_t expected() const override { return start_.size() - used_ + rest_->expected(); }

 private:
  std::string start_;
  size_t used_ = 0;
  std::unique_ptr<ByteSource> rest_;
};

}  // namespace

std::unique_ptr<ByteSource> memory_source(std::string_view bytes) {
  return std::make_unique<MemoryBytes>(bytes);
}

Result<std::unique_ptr<ByteSource>> open_source(const std::string& path) {
  Fd fd;
  if (path == "-") {
    fd = Fd(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
    if (!fd.valid())
      return fail(ErrorCode::unreadable, "cannot read standard input", "it is closed",
                  "give a file or pipe text in");
  } else {
    fd = Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd.valid()) {
      const int error = errno;
      return fail(error == ENOENT ? ErrorCode::not_found : ErrorCode::unreadable,
                  "cannot open " + path, std::strerror(error));
    }
    struct stat status{};
    if (fstat(fd.get(), &status) == 0 && S_ISDIR(status.st_mode))
      return fail(ErrorCode::unreadable, "cannot read " + path, "it is a directory",
                  "name a file in it");
  }
  std::unique_ptr<ByteSource> bytes =
      std::make_unique<FileBytes>(std::move(fd), path == "-" ? "standard input" : path);
  std::string start(6, '\0');
  size_t have = 0;
  while (have < start.size()) {
    LODESTONE_ASSIGN(const size_t got, bytes->read(start.data() + have, start.size() - have));
    if (got == 0) break;
    have += got;
  }
  start.resize(have);
  // What is read of a file that holds little else than results is sixteen times as large.
  expect_heap(16 * bytes->expected());
  const Packing packing = packing_of(start);
  bytes = std::make_unique<Rejoined>(std::move(start), std::move(bytes));
  return packing == Packing::none ? std::move(bytes) : unpack(packing, std::move(bytes));
}

Result<size_t> LineSource::fill() {
  if (done_) return 0;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size() && buffer_.size() < longest)
    buffer_.resize(std::min(buffer_.size() * 2, longest));
  if (end_ == buffer_.size()) return 0;
  LODESTONE_ASSIGN(const size_t got, bytes_->read(buffer_.data() + end_, buffer_.size() - end_));
  if (got == 0) done_ = true;
  end_ += got;
  return got;
}

Result<std::string_view> LineSource::peek() {
  constexpr size_t wanted = size_t{1} << 18;
  while (end_ - begin_ < wanted && !done_) LODESTONE_TRY(fill());
  return std::string_view(buffer_.data() + begin_, std::min(end_ - begin_, wanted));
}

Result<WholeText> LineSource::rest(size_t limit, bool& whole) {
  constexpr size_t padding = 64;
  // Memory that is not written first: most of the time would go into its pages.
  const auto make = [](size_t size) { return std::unique_ptr<char[]>(new char[size + padding]); };
  const size_t have = end_ - begin_;
  size_t capacity = std::min(limit, have + std::max(bytes_->expected() + 1, size_t{1} << 16));
  capacity = std::max(capacity, have);
  WholeText out{make(capacity), have};
  std::memcpy(out.data.get(), buffer_.data() + begin_, have);
  begin_ = end_ = 0;
  whole = true;
  while (!done_) {
    if (out.size == capacity) {
      if (capacity >= limit) {
        whole = false;
        break;
      }
      capacity = std::min(limit, capacity * 2);
      auto larger = make(capacity);
      std::memcpy(larger.get(), out.data.get(), out.size);
      out.data = std::move(larger);
    }
    LODESTONE_ASSIGN(const size_t got,
                     bytes_->read(out.data.get() + out.size, capacity - out.size));
    out.size += got;
    if (got == 0) done_ = true;
  }
  std::memset(out.data.get() + out.size, 0, padding);
  return out;
}

Result<bool> LineSource::next(std::string_view& line) {
  cut_ = false;
  size_t searched = 0;
  while (true) {
    const char* start = buffer_.data() + begin_;
    const void* found = end_ - begin_ > searched
                            ? std::memchr(start + searched, '\n', end_ - begin_ - searched)
                            : nullptr;
    if (found) {
      const size_t length = static_cast<const char*>(found) - start;
      line = std::string_view(start, length);
      begin_ += length + 1;
      return true;
    }
    searched = end_ - begin_;
    if (searched >= longest) break;
    LODESTONE_ASSIGN(const size_t got, fill());
    if (got == 0 && done_) {
      line = std::string_view(buffer_.data() + begin_, end_ - begin_);
      begin_ = end_;
      open_ = open_ || !line.empty();
      return !line.empty();
    }
  }
  // Too long: keep the start, skip to the end of the line. The kept part is moved aside because the
  // buffer is reused.
  cut_ = true;
  std::vector<char> kept(buffer_.begin() + static_cast<long>(begin_),
                         buffer_.begin() + static_cast<long>(end_));
  begin_ = end_ = 0;
  while (true) {
    LODESTONE_ASSIGN(const size_t got, fill());
    if (got == 0) break;
    if (const void* found = std::memchr(buffer_.data() + begin_, '\n', end_ - begin_)) {
      begin_ = static_cast<const char*>(found) - buffer_.data() + 1;
      break;
    }
    begin_ = end_ = 0;
  }
  // Put the kept part before what is left: line and rest stay in one buffer.
  std::vector<char> joined;
  joined.reserve(kept.size() + (end_ - begin_));
  joined.insert(joined.end(), kept.begin(), kept.end());
  joined.insert(joined.end(), buffer_.begin() + static_cast<long>(begin_),
                buffer_.begin() + static_cast<long>(end_));
  begin_ = kept.size();
  end_ = joined.size();
  joined.resize(std::max(joined.size() + (size_t{1} << 16), longest + (size_t{1} << 18)));
  buffer_ = std::move(joined);
  line = std::string_view(buffer_.data(), kept.size());
  return true;
}

}  // namespace lodestone
