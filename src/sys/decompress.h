// SPDX-License-Identifier: GPL-2.0-or-later
// The compressions that kernels use for themselves (scripts/Makefile.lib of Linux): gzip, xz, lzma,
// zstd, lz4 (legacy framing). The kind is told by the first bytes.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace lodestone {

enum class Compression { none, gzip, xz, lzma, zstd, lz4, bzip2, lzo };

Compression compression_of(std::string_view bytes);
const char* name_of(Compression compression);

// What the stream at the start of `bytes` unpacks to; bytes behind its end are ignored (the kernel
// appends the size). Errors: unreadable (damaged or cut, or beyond `limit` bytes), unsupported
// (bzip2, lzo, none).
Result<std::string> decompress(std::string_view bytes, size_t limit = size_t{1} << 30);

// The CRC-32 that gzip writes behind a text (RFC 1952), as eight hexadecimal digits: people check
// it with gzip alone.
std::string gzip_checksum(std::string_view text);

}  // namespace lodestone
