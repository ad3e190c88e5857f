// SPDX-License-Identifier: GPL-2.0-or-later
// Which of the thousands of data symbols an explanation looks at closely.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/analysis.h"

namespace lodestone::explain {

// Those that the user or the document names, that hot functions refer to, or that are known to be
// shared between CPUs (explain/shared_symbols.h); heaviest first, at most `limit`.
std::vector<Focus> choose_focus(const Analysis& analysis, size_t limit = 48);

// The lines that are looked at: 32, 64, 128 and the machine's granule, ascending.
std::vector<uint32_t> lines_of(const Request& request);

}  // namespace lodestone::explain
