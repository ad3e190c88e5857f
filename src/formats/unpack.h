// SPDX-License-Identifier: GPL-2.0-or-later
// Packed input: gzip, xz and zstd, as a stream, so that a bomb passes through a few megabytes.
// Several packed files that follow one another (`cat a.gz b.gz`) are one. A file that is cut off
// gives what could be unpacked of it.
#pragma once

#include <memory>
#include <string_view>

#include "formats/source.h"

namespace lodestone {

enum class Packing { none, gzip, xz, zstd };

Packing packing_of(std::string_view start);  // from the first six bytes

// Errors while reading: unreadable, if nothing at all can be unpacked.
Result<std::unique_ptr<ByteSource>> unpack(Packing packing, std::unique_ptr<ByteSource> packed);

}  // namespace lodestone
