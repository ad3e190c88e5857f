// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/unpack.h"

#include <gtest/gtest.h>
#include <lzma.h>
#include <zstd.h>

#include <string>

namespace lodestone {
namespace {

std::string xz_of(const std::string& text) {
  std::string out(lzma_stream_buffer_bound(text.size()), '\0');
  size_t used = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32, nullptr,
                                    reinterpret_cast<const uint8_t*>(text.data()), text.size(),
                                    reinterpret_cast<uint8_t*>(out.data()), &used, out.size()),
            LZMA_OK);
  out.resize(used);
  return out;
}

std::string zstd_of(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const size_t used = ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1);
  EXPECT_FALSE(ZSTD_isError(used));
  out.resize(used);
  return out;
}

// What comes out; `failed` if an error ends it.
std::string all_of(const std::string& packed, bool& failed) {
  failed = false;
  auto source = unpack(packing_of(packed), memory_source(packed));
  EXPECT_TRUE(source);
  std::string out, piece(1000, '\0');
  while (true) {
    auto got = (*source)->read(piece.data(), piece.size());
    if (!got) {
      failed = true;
      return out;
    }
    if (*got == 0) return out;
    out.append(piece, 0, *got);
  }
}

std::string sample() {
  std::string text;
  for (int i = 0; i < 5000; ++i)
    text += "Pipe Throughput " + std::to_string(i * 7919 % 10007) + '\n';
  return text;
}

TEST(Unpack, EachPackingIsKnownByItsStart) {
  EXPECT_EQ(packing_of(xz_of("a")), Packing::xz);
  EXPECT_EQ(packing_of(zstd_of("a")), Packing::zstd);
  EXPECT_EQ(packing_of("\x1f\x8b\x08"), Packing::gzip);
  EXPECT_EQ(packing_of("BYTE UNIX"), Packing::none);
}

TEST(Unpack, XzAndZstdComeBackWholeAndConcatenated) {
  const std::string text = sample();
  bool failed = false;
  for (const std::string& packed : {xz_of(text), zstd_of(text)}) {
    EXPECT_TRUE(all_of(packed, failed) == text);
    EXPECT_FALSE(failed);
    EXPECT_TRUE(all_of(packed + packed, failed) == text + text);
    EXPECT_FALSE(failed);
  }
}

TEST(Unpack, WhatIsCutAtAnyByteGivesAPrefixOrAnError) {
  const std::string text = sample();
  bool failed = false;
  for (const std::string& packed : {xz_of(text), zstd_of(text)})
    for (size_t size = 6; size < packed.size(); size += 97) {
      const std::string out = all_of(packed.substr(0, size), failed);
      EXPECT_TRUE(text.starts_with(out));
    }
}

TEST(Unpack, DamageIsAnErrorOrAnEnd) {
  const std::string text = sample();
  bool failed = false;
  for (std::string packed : {xz_of(text), zstd_of(text)})
    for (size_t at = 6; at < packed.size(); at += 331) {
      std::string damaged = packed;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
      all_of(damaged, failed);  // ends, and a sanitizer has nothing to say
    }
}

}  // namespace
}  // namespace lodestone
