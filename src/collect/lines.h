// SPDX-License-Identifier: GPL-2.0-or-later
// Walking through the text files of /proc without copying them.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lodestone {

// The next line without its newline, cut off `rest`. A last line without newline counts.
inline bool next_line(std::string_view& rest, std::string_view& line) {
  if (rest.empty()) return false;
  const size_t end = rest.find('\n');
  line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return true;
}

// The next word, cut off `rest`; empty at the end.
inline std::string_view next_word(std::string_view& rest) {
  const size_t start = rest.find_first_not_of(" \t");
  if (start == std::string_view::npos) {
    rest = {};
    return {};
  }
  size_t end = rest.find_first_of(" \t", start);
  if (end == std::string_view::npos) end = rest.size();
  const std::string_view word = rest.substr(start, end - start);
  rest.remove_prefix(end);
  return word;
}

// The whole word as an unsigned number.
inline std::optional<uint64_t> to_count(std::string_view word) {
  uint64_t value = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (problem != std::errc() || end != word.data() + word.size() || word.empty())
    return std::nullopt;
  return value;
}

}  // namespace lodestone
