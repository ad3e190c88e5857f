// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/decompress.h"

#include <lz4.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <cstring>
#include <memory>
#include <vector>

namespace lodestone {
namespace {

constexpr size_t chunk = size_t{1} << 20;

tl::unexpected<Error> damaged(Compression compression, std::string why) {
  return fail(ErrorCode::unreadable,
              std::string("the ") + name_of(compression) + " stream cannot be unpacked",
              std::move(why), "the file may be cut or damaged; fetch it again");
}

Result<std::string> unpack_gzip(std::string_view bytes, size_t limit) {
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return damaged(Compression::gzip, "no memory");
  std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, &inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  int status = Z_OK;
  while (status == Z_OK) {
    size_t old = out.size();
    if (old > limit) return damaged(Compression::gzip, "it is larger than any kernel");
    out.resize(old + chunk);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + old);
    stream.avail_out = chunk;
    status = inflate(&stream, Z_NO_FLUSH);
    out.resize(old + (chunk - stream.avail_out));
    if (status == Z_BUF_ERROR) break;
  }
  if (status != Z_STREAM_END)
    return damaged(Compression::gzip, stream.msg ? stream.msg : "it ends too early");
  return out;
}

Result<std::string> unpack_lzma(std::string_view bytes, size_t limit, Compression kind) {
  lzma_stream stream = LZMA_STREAM_INIT;
  constexpr uint64_t memory = uint64_t{1} << 30;
  lzma_ret status = kind == Compression::xz ? lzma_stream_decoder(&stream, memory, 0)
                                            : lzma_alone_decoder(&stream, memory);
  std::unique_ptr<lzma_stream, void (*)(lzma_stream*)> guard(&stream, &lzma_end);
  stream.next_in = reinterpret_cast<const uint8_t*>(bytes.data());
  stream.avail_in = bytes.size();
  std::string out;
  while (status == LZMA_OK) {
    size_t old = out.size();
    if (old > limit) return damaged(kind, "it is larger than any kernel");
    out.resize(old + chunk);
    stream.next_out = reinterpret_cast<uint8_t*>(out.data() + old);
    stream.avail_out = chunk;
    status = lzma_code(&stream, stream.avail_in == 0 ? LZMA_FINISH : LZMA_RUN);
    out.resize(out.size() - stream.avail_out);
  }
  if (status != LZMA_STREAM_END)
    return damaged(kind, status == LZMA_BUF_ERROR ? "it ends too early" : "its data are not valid");
  return out;
}

Result<std::string> unpack_zstd(std::string_view bytes, size_t limit) {
  std::unique_ptr<ZSTD_DStream, size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(),
                                                                  &ZSTD_freeDStream);
  if (!stream) return damaged(Compression::zstd, "no memory");
  // The kernel is packed with a window of up to 128 MiB (zstd -22 --ultra).
  ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, 28);
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::string out;
  for (;;) {
    size_t old = out.size();
    if (old > limit) return damaged(Compression::zstd, "it is larger than any kernel");
    out.resize(old + chunk);
    ZSTD_outBuffer part{out.data() + old, chunk, 0};
    size_t status = ZSTD_decompressStream(stream.get(), &part, &in);
    out.resize(old + part.pos);
    if (ZSTD_isError(status)) return damaged(Compression::zstd, ZSTD_getErrorName(status));
    if (status == 0) return out;
    if (part.pos == 0 && in.pos == in.size) return damaged(Compression::zstd, "it ends too early");
  }
}

// The legacy framing: magic, then blocks of {u32 size, data} that unpack to 8 MiB each but the
// last.
Result<std::string> unpack_lz4(std::string_view bytes, size_t limit) {
  constexpr size_t block = size_t{8} << 20;
  std::string out;
  size_t at = 4;
  while (at + 4 <= bytes.size()) {
    uint32_t size = 0;
    std::memcpy(&size, bytes.data() + at, 4);
    // Behind the last block the kernel appends its unpacked size.
    if (size == 0 || size == out.size()) break;
    at += 4;
    if (size > bytes.size() - at) return damaged(Compression::lz4, "it ends too early");
    size_t old = out.size();
    if (old > limit) return damaged(Compression::lz4, "it is larger than any kernel");
    out.resize(old + block);
    int got = LZ4_decompress_safe(bytes.data() + at, out.data() + old, static_cast<int>(size),
                                  static_cast<int>(block));
    if (got < 0) return damaged(Compression::lz4, "its data are not valid");
    out.resize(old + static_cast<size_t>(got));
    at += size;
    if (static_cast<size_t>(got) < block) break;
  }
  if (out.empty()) return damaged(Compression::lz4, "it holds nothing");
  return out;
}

}  // namespace

Compression compression_of(std::string_view bytes) {
  if (bytes.starts_with("\x1f\x8b\x08")) return Compression::gzip;
  if (bytes.starts_with(std::string_view("\xfd"
                                         "7zXZ\0",
                                         6)))
    return Compression::xz;
  if (bytes.starts_with("\x28\xb5\x2f\xfd")) return Compression::zstd;
  if (bytes.starts_with("\x02\x21\x4c\x18")) return Compression::lz4;
  if (bytes.starts_with("BZh")) return Compression::bzip2;
  if (bytes.starts_with(std::string_view("\x89LZO\0", 5))) return Compression::lzo;
  if (bytes.starts_with(std::string_view("\x5d\0\0", 3))) return Compression::lzma;
  return Compression::none;
}

const char* name_of(Compression compression) {
  switch (compression) {
    case Compression::none:
      return "uncompressed";
    case Compression::gzip:
      return "gzip";
    case Compression::xz:
      return "xz";
    case Compression::lzma:
      return "lzma";
    case Compression::zstd:
      return "zstd";
    case Compression::lz4:
      return "lz4";
    case Compression::bzip2:
      return "bzip2";
    case Compression::lzo:
      return "lzo";
  }
  return "unknown";
}

Result<std::string> decompress(std::string_view bytes, size_t limit) {
  Compression kind = compression_of(bytes);
  switch (kind) {
    case Compression::gzip:
      return unpack_gzip(bytes, limit);
    case Compression::xz:
    case Compression::lzma:
      return unpack_lzma(bytes, limit, kind);
    case Compression::zstd:
      return unpack_zstd(bytes, limit);
    case Compression::lz4:
      return unpack_lz4(bytes, limit);
    default:
      break;
  }
  return fail(ErrorCode::unsupported,
              std::string("a payload of kind '") + name_of(kind) + "' cannot be unpacked",
              "gzip, xz, lzma, zstd and lz4 can",
              "give the kernel's vmlinux or System.map instead");
}

std::string gzip_checksum(std::string_view text) {
  const uLong sum = crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size());
  std::string digits = "00000000";
  for (size_t i = 0; i < 8; ++i) digits[7 - i] = "0123456789abcdef"[sum >> 4 * i & 15];
  return digits;
}

}  // namespace lodestone
