// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace lodestone {

// An ASCII digit, whatever the locale.
inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace lodestone
