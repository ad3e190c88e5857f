// SPDX-License-Identifier: GPL-2.0-or-later
// Walks over the fields of a line.
#pragma once

#include <optional>
#include <string_view>

#include "formats/numeral.h"

namespace lodestone {

class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) { skip(); }

  bool done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  // The next run of characters that are not blanks, not taken.
  std::string_view word() const { return rest_.substr(0, rest_.find_first_of(" \t")); }
  std::string_view take_word() {
    const std::string_view found = word();
    take(found.size());
    return found;
  }
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    take(text.size());
    return true;
  }
  // A number: digits with separators and an exponent, up to where something else begins
  // ("1764386.3lps" gives the number). Its text, not taken when there is none.
  std::string_view number_text() const {
    size_t i = 0;
    const auto digit = [&](size_t k) {
      return k < rest_.size() && rest_[k] >= '0' && rest_[k] <= '9';
    };
    if (i < rest_.size() && (rest_[i] == '-' || rest_[i] == '+')) ++i;
    const size_t first = i;
    if (!digit(i) && !(i < rest_.size() && rest_[i] == '.' && digit(i + 1))) return {};
    // Swiss thousands: "1'311.55".
    const auto apostrophe = [&] {
      return i > first && i < rest_.size() && rest_[i] == '\'' && digit(i + 1) && digit(i + 2) &&
             digit(i + 3) && !digit(i + 4);
    };
    while (
        digit(i) || apostrophe() ||
        (i > first && i < rest_.size() && (rest_[i] == '.' || rest_[i] == ',') && digit(i + 1)) ||
        (i == first && i < rest_.size() && rest_[i] == '.'))
      ++i;
    if (i < rest_.size() && rest_[i] == '.' &&
        (i + 1 == rest_.size() || rest_[i + 1] == ' ' || rest_[i + 1] == '\t'))
      ++i;
    if (i < rest_.size() && (rest_[i] == 'e' || rest_[i] == 'E')) {
      size_t k = i + 1;
      if (k < rest_.size() && (rest_[k] == '+' || rest_[k] == '-')) ++k;
      if (digit(k)) {
        while (digit(k)) ++k;
        i = k;
      }
    }
    return rest_.substr(0, i);
  }
  std::optional<Numeral> take_number(NumberStyle style = NumberStyle::unknown) {
    const std::string_view text = number_text();
    auto value = parse_numeral(text, style);
    if (value) take(text.size());
    return value;
  }
  void take(size_t length) {
    rest_.remove_prefix(length);
    skip();
  }

 private:
  void skip() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t'))
      rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

}  // namespace lodestone
