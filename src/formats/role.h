// SPDX-License-Identifier: GPL-2.0-or-later
// Which side of a comparison a label names: "Before the patch", "w/o", "6.8-rc6 + series".
#pragma once

#include <string_view>

namespace lodestone {

enum class Role { none, base, changed };

// "Linux 6.1.0", "v6.8-rc3": holds a number with a point.
bool names_version(std::string_view label);

// "With the patch reverted", "reverting abc": whether that is the old side or the new one depends
// on what the writer asks.
bool undoes_a_change(std::string_view label);

// From the first telling word. "none" if no word tells.
Role role_of(std::string_view label);

// Of two labels without telling words of their own: base if `a` is the old side of `b` ("X" against
// "X + patch", "6.1" against "6.2"), changed if it is the new one, none if nothing says so.
Role role_against(std::string_view a, std::string_view b);

// "change", "ratio", "diff %", "overhead": a column that is computed from others.
bool is_derived_column(std::string_view label);

}  // namespace lodestone
