// SPDX-License-Identifier: GPL-2.0-or-later
// The two values that no finite result has, by their names.
#pragma once

#include <limits>

namespace lodestone::stats {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace lodestone::stats
