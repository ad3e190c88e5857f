// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/decompress.h"

#include <gtest/gtest.h>
#include <lz4.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

namespace lodestone {
namespace {

std::string sample() {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += std::to_string(i * 7919 % 10007);
  return text;
}

std::string gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(compressBound(text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string xz(const std::string& text) {
  std::string out(text.size() + 1024, '\0');
  size_t size = 0;
  lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32, nullptr,
                          reinterpret_cast<const uint8_t*>(text.data()), text.size(),
                          reinterpret_cast<uint8_t*>(out.data()), &size, out.size());
  out.resize(size);
  return out;
}

std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

std::string lz4(const std::string& text) {
  std::string block(static_cast<size_t>(LZ4_compressBound(static_cast<int>(text.size()))), '\0');
  auto size = static_cast<uint32_t>(LZ4_compress_default(
      text.data(), block.data(), static_cast<int>(text.size()), static_cast<int>(block.size())));
  block.resize(size);
  return "\x02\x21\x4c\x18" + std::string(reinterpret_cast<const char*>(&size), 4) + block;
}

class EveryKind : public testing::TestWithParam<std::string (*)(const std::string&)> {};

TEST_P(EveryKind, UnpacksAndIgnoresWhatFollows) {
  std::string packed = GetParam()(sample());
  auto unpacked = decompress(packed + std::string("\x10\x20\x30\x00", 4));
  ASSERT_TRUE(unpacked) << unpacked.error().why;
  EXPECT_EQ(*unpacked, sample());
}

TEST_P(EveryKind, RefusesCutStreams) {
  std::string packed = GetParam()(sample());
  auto unpacked = decompress(std::string_view(packed).substr(0, packed.size() / 2));
  ASSERT_FALSE(unpacked);
  EXPECT_EQ(unpacked.error().code, ErrorCode::unreadable);
}

INSTANTIATE_TEST_SUITE_P(Decompress, EveryKind, testing::Values(gzip, xz, zstd, lz4));

TEST(Decompress, NamesWhatItCannotUnpack) {
  auto result = decompress("BZh91AY&SY");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::unsupported);
  EXPECT_NE(result.error().what.find("bzip2"), std::string::npos);
}

TEST(GzipChecksum, is_the_one_in_a_gzip_trailer) {
  EXPECT_EQ(gzip_checksum(""), "00000000");
  EXPECT_EQ(gzip_checksum("123456789"), "cbf43926");  // the check value of the CRC-32 of RFC 1952
}

}  // namespace
}  // namespace lodestone
