// SPDX-License-Identifier: GPL-2.0-or-later
// Packed bytes for blobs in the store: LEB128 integers (signed ones zigzag first), little-endian
// doubles, strings with their length before them. Readers check every bound: a damaged blob gives
// an error, never a crash.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace lodestone {

class ByteWriter {
 public:
  void unsigned_integer(uint64_t value);
  void integer(int64_t value) {
    unsigned_integer((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
  }
  void real(double value);
  void text(std::string_view value);
  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// After the first read beyond the end, ok() is false and every further read gives 0 or "".
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes)
      : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}
  uint64_t unsigned_integer();
  int64_t integer() {
    const uint64_t value = unsigned_integer();
    return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
  }
  double real();
  std::string_view text();
  // A count of items that take at least `least` bytes each; more than can follow is an error.
  size_t count(size_t least);
  bool ok() const { return ok_; }
  bool at_end() const { return next_ == end_; }

 private:
  bool take(size_t bytes);
  const char* next_;
  const char* end_;
  bool ok_ = true;
};

// zstd (level 1) where it makes the bytes at least a tenth smaller, else as they are; the first
// byte says which.
std::string compress(std::string_view bytes);
Result<std::string> decompress(std::string_view packed);

uint32_t checksum(std::string_view bytes);  // zlib's CRC-32

}  // namespace lodestone
