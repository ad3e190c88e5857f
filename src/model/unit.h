// SPDX-License-Identifier: GPL-2.0-or-later
// Units as tools print them: which two name one quantity, and how one is turned into the other.
#pragma once

#include <optional>
#include <string_view>

namespace lodestone {

// What a value in unit `from` has to be multiplied by to be one in unit `to`: 1 for two spellings
// of one unit ("usec", "us"), 1000 from "ms" to "us", 0.125 from "Mbits/sec" to "10^6 bytes/s".
// Nothing where they measure different things, and where a prefix is ambiguous: "KB" is 1000 bytes
// to some tools and 1024 to others, so only "KB" itself fits it. Both empty, or one of them: 1 (a
// text that names no unit contradicts none).
std::optional<double> conversion(std::string_view from, std::string_view to);

}  // namespace lodestone
