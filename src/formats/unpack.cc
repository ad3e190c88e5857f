// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/unpack.h"

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace lodestone {
namespace {

class GzipBytes : public ByteSource {
 public:
  explicit GzipBytes(std::unique_ptr<ByteSource> packed)
      : packed_(std::move(packed)), input_(1 << 16) {
    ready_ = inflateInit2(&stream_, 15 + 32) == Z_OK;
  }
  ~GzipBytes() override {
    if (ready_) inflateEnd(&stream_);
  }
  GzipBytes(const GzipBytes&) = delete;
  GzipBytes& operator=(const GzipBytes&) = delete;

  Result<size_t> read(char* buffer, size_t size) override {
    if (!ready_) return fail(ErrorCode::unreadable, "cannot unpack gzip", "zlib could not start");
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = static_cast<uInt>(std::min(size, size_t{1} << 30));
    const uInt wanted = stream_.avail_out;
    while (stream_.avail_out == wanted && !ended_) {
      if (stream_.avail_in == 0) {
        LODESTONE_ASSIGN(const size_t got, packed_->read(input_.data(), input_.size()));
        if (got == 0) break;  // cut off: what was unpacked counts
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(got);
      }
      const int code = inflate(&stream_, Z_NO_FLUSH);
      if (code == Z_STREAM_END) {
        // Several members may follow one another, as `cat a.gz b.gz` makes them.
        if (stream_.avail_in == 0 || inflateReset(&stream_) != Z_OK) ended_ = stream_.avail_in == 0;
      } else if (code != Z_OK && code != Z_BUF_ERROR) {
        if (stream_.avail_out == wanted && !any_)
          return fail(ErrorCode::unreadable, "cannot unpack gzip", "the data is damaged");
        ended_ = true;
      }
    }
    any_ = any_ || stream_.avail_out != wanted;
    return wanted - stream_.avail_out;
  }

 private:
  std::unique_ptr<ByteSource> packed_;
  std::vector<char> input_;
  z_stream stream_{};
  bool ready_ = false, ended_ = false, any_ = false;
};

class XzBytes : public ByteSource {
 public:
  // A dictionary is at most 1.5 GiB by the format; what xz itself makes needs 65 MiB.
  static constexpr uint64_t memory_limit = uint64_t{256} << 20;

  explicit XzBytes(std::unique_ptr<ByteSource> packed)
      : packed_(std::move(packed)), input_(1 << 16) {
    ready_ = lzma_stream_decoder(&stream_, memory_limit, LZMA_CONCATENATED) == LZMA_OK;
  }
  ~XzBytes() override { lzma_end(&stream_); }
  XzBytes(const XzBytes&) = delete;
  XzBytes& operator=(const XzBytes&) = delete;

  Result<size_t> read(char* buffer, size_t size) override {
    if (!ready_) return fail(ErrorCode::unreadable, "cannot unpack xz", "liblzma could not start");
    stream_.next_out = reinterpret_cast<uint8_t*>(buffer);
    stream_.avail_out = size;
    while (stream_.avail_out == size && !ended_) {
      if (stream_.avail_in == 0 && !drained_) {
        LODESTONE_ASSIGN(const size_t got, packed_->read(input_.data(), input_.size()));
        stream_.next_in = reinterpret_cast<const uint8_t*>(input_.data());
        stream_.avail_in = got;
        drained_ = got == 0;
      }
      const lzma_ret code = lzma_code(&stream_, drained_ ? LZMA_FINISH : LZMA_RUN);
      if (code == LZMA_OK) continue;
      ended_ = true;
      if (code != LZMA_STREAM_END && stream_.avail_out == size && !any_)
        return fail(ErrorCode::unreadable, "cannot unpack xz",
                    code == LZMA_MEMLIMIT_ERROR ? "it needs more than 256 MiB of memory"
                                                : "the data is damaged");
    }
    any_ = any_ || stream_.avail_out != size;
    return size - stream_.avail_out;
  }

 private:
  std::unique_ptr<ByteSource> packed_;
  std::vector<char> input_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool ready_ = false, ended_ = false, any_ = false, drained_ = false;
};

class ZstdBytes : public ByteSource {
 public:
  explicit ZstdBytes(std::unique_ptr<ByteSource> packed)
      : packed_(std::move(packed)), buffer_(ZSTD_DStreamInSize()), stream_(ZSTD_createDStream()) {
    // A window of 256 MiB: `zstd --long=28`.
    if (stream_) ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, 28);
  }
  ~ZstdBytes() override { ZSTD_freeDStream(stream_); }
  ZstdBytes(const ZstdBytes&) = delete;
  ZstdBytes& operator=(const ZstdBytes&) = delete;

  Result<size_t> read(char* buffer, size_t size) override {
    if (!stream_)
      return fail(ErrorCode::unreadable, "cannot unpack zstd", "libzstd could not start");
    ZSTD_outBuffer out{buffer, size, 0};
    while (out.pos == 0 && !ended_) {
      if (in_.pos == in_.size) {
        LODESTONE_ASSIGN(const size_t got, packed_->read(buffer_.data(), buffer_.size()));
        in_ = {buffer_.data(), got, 0};
        drained_ = got == 0;
      }
      const size_t code = ZSTD_decompressStream(stream_, &out, &in_);
      if (ZSTD_isError(code)) {
        ended_ = true;
        if (out.pos == 0 && !any_)
          return fail(ErrorCode::unreadable, "cannot unpack zstd", ZSTD_getErrorName(code));
      }
      if (drained_ && out.pos == 0) ended_ = true;
    }
    any_ = any_ || out.pos > 0;
    return out.pos;
  }

 private:
  std::unique_ptr<ByteSource> packed_;
  std::vector<char> buffer_;
  ZSTD_DStream* stream_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool ended_ = false, any_ = false, drained_ = false;
};

}  // namespace

Packing packing_of(std::string_view start) {
  if (start.starts_with("\x1f\x8b")) return Packing::gzip;
  // The string is in two parts, or "7" would be one more digit of the byte.
  if (start.starts_with(std::string_view("\xfd"
                                         "7zXZ\0",
                                         6)))
    return Packing::xz;
  if (start.starts_with("\x28\xb5\x2f\xfd")) return Packing::zstd;
  return Packing::none;
}

Result<std::unique_ptr<ByteSource>> unpack(Packing packing, std::unique_ptr<ByteSource> packed) {
  switch (packing) {
    case Packing::gzip:
      return std::make_unique<GzipBytes>(std::move(packed));
    case Packing::xz:
      return std::make_unique<XzBytes>(std::move(packed));
    case Packing::zstd:
      return std::make_unique<ZstdBytes>(std::move(packed));
    case Packing::none:
      break;
  }
  return packed;
}

}  // namespace lodestone
