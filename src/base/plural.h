// SPDX-License-Identifier: GPL-2.0-or-later
// Counted nouns for people: "1 pass", "2 passes", "0 CPUs".
#pragma once

#include <string>
#include <string_view>

namespace lodestone {

// `several` only where the plural is not the noun with an s behind it (an es behind s, x and ch).
inline std::string counted(long long number, std::string_view one, std::string_view several = {}) {
  std::string text = std::to_string(number) + " ";
  if (number == 1) return text += one;
  if (!several.empty()) return text += several;
  text += one;
  return text += one.ends_with("s") || one.ends_with("x") || one.ends_with("ch") ? "es" : "s";
}

}  // namespace lodestone
