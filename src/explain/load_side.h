// SPDX-License-Identifier: GPL-2.0-or-later
// Files that a side, or both, can be read from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "explain/side.h"

namespace lodestone::explain {

// A System.map or saved /proc/kallsyms, plain or packed (gzip, xz, zstd, lz4).
// Errors: those of the reader that knows the file's kind; not_found.
Result<Side> load_side(const std::string& path);

// The same from bytes; `label` is also where a configuration is looked for beside.
Result<Side> side_from_bytes(std::string content, const std::string& label);

// Both sides out of one document that quotes two pieces of a symbol map. Where it has more than
// two, the first two that share a name. nullopt when there are none: the document may still hold
// numbers.
std::optional<std::pair<Side, Side>> sides_in_document(std::string_view text);

}  // namespace lodestone::explain
