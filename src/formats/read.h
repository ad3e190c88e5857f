// SPDX-License-Identifier: GPL-2.0-or-later
// Reads published results, whatever their format: what `read` prints and `compare` compares.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/reading.h"

namespace lodestone {

struct ReadOptions {
  std::string from;  // a format name that forces the reader; empty: by content
};

// "-" is standard input. Errors: not_found, unreadable (nothing was understood, binary data,
// damaged archive), usage (an unknown format name).
Result<Reading> read_results(const std::string& path, const ReadOptions& options = {});
Result<Reading> read_results_text(std::string_view bytes, const ReadOptions& options = {});

}  // namespace lodestone
