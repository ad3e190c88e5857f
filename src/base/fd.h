// SPDX-License-Identifier: GPL-2.0-or-later
// File descriptors that close themselves, and whole-file reads and writes.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace lodestone {

class Fd {
 public:
  Fd() = default;
  explicit Fd(int number) : number_(number) {}
  Fd(Fd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      close();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  ~Fd() { close(); }

  int get() const { return number_; }
  bool valid() const { return number_ >= 0; }
  int release() { return std::exchange(number_, -1); }
  void close();

 private:
  int number_ = -1;
};

// The whole file; works for /proc and /sys files, whose size is 0. "-" is not special. Fails with
// no_space (as "too large") beyond `limit` bytes.
Result<std::string> read_file(const std::string& path, size_t limit = size_t{4} << 30);
Result<std::string> read_all(int fd, size_t limit = size_t{4} << 30);
Result<void> write_all(int fd, std::string_view bytes);
// Writes to a temporary name in the same folder, syncs, renames: readers see the old file or the
// new one, never a part.
Result<void> write_file(const std::string& path, std::string_view bytes);
// mkdir -p with mode 0755.
Result<void> make_directories(const std::string& path);
bool exists(const std::string& path);

}  // namespace lodestone
