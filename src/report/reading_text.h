// SPDX-License-Identifier: GPL-2.0-or-later
// What `lodestone read` prints: tables as understood, pairs, findings.
#pragma once

#include <string>

#include "model/reading.h"

namespace lodestone {

// Fits 100 columns. At most `most_rows` rows a table are shown; 0 means all.
std::string reading_text(const Reading& reading, size_t most_rows = 40);

}  // namespace lodestone
