// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes of a file, of standard input or of memory, unpacked if they are gzip, xz or zstd, and their
// lines. Memory is
// bounded by the longest line kept, not by the input: a 1 GB log, a gzip bomb and a line of 100 MB
// all pass through the same few megabytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace lodestone {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills up to `size` bytes; 0 at the end.
  virtual Result<size_t> read(char* buffer, size_t size) = 0;
  // How many bytes may be left, where that is known; 0 if it is not.
  virtual size_t expected() const { return 0; }
};

// A whole document, with 64 readable bytes behind its end.
struct WholeText {
  std::unique_ptr<char[]> data;
  size_t size = 0;
  std::string_view view() const { return {data.get(), size}; }
};

// "-" is standard input. gzip, xz and zstd are recognised by the first bytes, whatever the name.
Result<std::unique_ptr<ByteSource>> open_source(const std::string& path);
std::unique_ptr<ByteSource> memory_source(std::string_view bytes);

class LineSource {
 public:
  static constexpr size_t longest = size_t{4} << 20;

  explicit LineSource(std::unique_ptr<ByteSource> bytes)
      : bytes_(std::move(bytes)), buffer_(size_t{1} << 18) {}

  // What comes next, without taking it: up to 256 KiB, fewer only at the end.
  Result<std::string_view> peek();
  // Everything that is left, up to `limit` bytes; `whole` says whether that was all.
  Result<WholeText> rest(size_t limit, bool& whole);

  // The next line without its end; false at the end. Valid until the next call.
  Result<bool> next(std::string_view& line);
  bool cut() const {
    return cut_;
  }  // the line was longer than `longest`; what followed was left out

  bool open() const { return open_; }  // the last line has no end
  // How many bytes may be left; 0 if that is not known.
  size_t expected() const { return end_ - begin_ + bytes_->expected(); }

 private:
  Result<size_t> fill();

  std::unique_ptr<ByteSource> bytes_;
  std::vector<char> buffer_;
  size_t begin_ = 0, end_ = 0;
  bool done_ = false;
  bool cut_ = false;
  bool open_ = false;
};

}  // namespace lodestone
