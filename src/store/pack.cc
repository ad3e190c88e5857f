// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/pack.h"

#include <zlib.h>
#include <zstd.h>

#include <bit>
#include <cstring>

namespace lodestone {
namespace {

static_assert(std::endian::native == std::endian::little, "doubles are stored little-endian");
constexpr size_t largest = size_t{1} << 32;  // of one blob, unpacked

tl::unexpected<Error> damaged(const char* why) {
  return fail(ErrorCode::unreadable, "stored data is damaged", why);
}

}  // namespace

void ByteWriter::unsigned_integer(uint64_t value) {
  while (value >= 0x80) {
    bytes_.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  bytes_.push_back(static_cast<char>(value));
}

void ByteWriter::real(double value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes_.append(raw, sizeof raw);
}

void ByteWriter::text(std::string_view value) {
  unsigned_integer(value.size());
  bytes_.append(value);
}

bool ByteReader::take(size_t bytes) {
  if (ok_ && static_cast<size_t>(end_ - next_) >= bytes) return true;
  ok_ = false;
  next_ = end_;
  return false;
}

uint64_t ByteReader::unsigned_integer() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (!take(1)) return 0;
    const auto byte = static_cast<unsigned char>(*next_++);
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  ok_ = false;
  return 0;
}

double ByteReader::real() {
  double value = 0;
  if (!take(sizeof value)) return 0;
  std::memcpy(&value, next_, sizeof value);
  next_ += sizeof value;
  return value;
}

std::string_view ByteReader::text() {
  const uint64_t size = unsigned_integer();
  if (!take(size)) return {};
  const std::string_view value(next_, size);
  next_ += size;
  return value;
}

size_t ByteReader::count(size_t least) {
  const uint64_t value = unsigned_integer();
  if (ok_ && value <= static_cast<uint64_t>(end_ - next_) / least) return value;
  ok_ = false;
  next_ = end_;
  return 0;
}

std::string compress(std::string_view bytes) {
  std::string packed(1 + ZSTD_compressBound(bytes.size()), '\1');
  const size_t size =
      ZSTD_compress(packed.data() + 1, packed.size() - 1, bytes.data(), bytes.size(), 1);
  if (ZSTD_isError(size) || size > bytes.size() - bytes.size() / 10)
    return '\0' + std::string(bytes);
  packed.resize(1 + size);
  return packed;
}

Result<std::string> decompress(std::string_view packed) {
  if (packed.empty()) return damaged("a blob is empty");
  const char method = packed[0];
  packed.remove_prefix(1);
  if (method == 0) return std::string(packed);
  if (method != 1) return damaged("a blob is packed in an unknown way");
  const auto size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > largest)
    return damaged("a blob does not say its size");
  std::string bytes(size, '\0');
  const size_t got = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size) return damaged("a blob cannot be unpacked");
  return bytes;
}

uint32_t checksum(std::string_view bytes) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace lodestone
