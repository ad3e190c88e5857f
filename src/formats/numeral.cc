// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/numeral.h"

#include <array>
#include <cmath>

#include "base/text.h"

namespace lodestone {
namespace {

// The mantissa split at its separators: digits only, and what stood between.
struct Shape {
  std::string digits[8];
  std::string separators;
  size_t groups = 0;
};

std::optional<Shape> shape_of(std::string_view mantissa) {
  Shape shape;
  shape.groups = 1;
  for (char c : mantissa) {
    if (is_digit(c)) {
      shape.digits[shape.groups - 1] += c;
    } else if (c == ',' || c == '.' || c == '\'' || c == '_') {
      if (shape.groups == std::size(shape.digits)) return std::nullopt;
      shape.separators += c;
      ++shape.groups;
    } else {
      return std::nullopt;
    }
  }
  return shape;
}

// True if the groups before `end` are a number with thousands separators: 1-3 digits, then threes.
bool thousands(const Shape& shape, size_t end) {
  if (end == 1) return true;
  if (shape.digits[0].empty() || shape.digits[0].size() > 3) return false;
  for (size_t i = 1; i < end; ++i)
    if (shape.digits[i].size() != 3 || shape.separators[i - 1] != shape.separators[0]) return false;
  return true;
}

bool decimal_separator(char c) {
  return c == '.' || c == ',';
}

}  // namespace

namespace {

// 10^0 to 10^22 are doubles.
double power_of_ten(int exponent) {
  static constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  return powers[exponent];
}

// "1234" in any style, "12.34" where the point is decimal: nearly all that programs print.
std::optional<Numeral> parse_plain(std::string_view text, NumberStyle style) {
  uint64_t figures = 0;  // of 19 digits and fewer
  const auto digits_from = [&](size_t i) {
    for (; i < text.size() && is_digit(text[i]); ++i)
      figures = figures * 10 + static_cast<uint64_t>(text[i] - '0');
    return i;
  };
  const size_t point = digits_from(0);
  if (point == 0) return std::nullopt;
  int decimals = 0;
  if (point != text.size()) {
    if (style != NumberStyle::point || text[point] != '.' || point + 1 == text.size() ||
        digits_from(point + 1) != text.size())
      return std::nullopt;
    decimals = static_cast<int>(text.size() - point - 1);
  }
  // Both are exact, so that their quotient is the nearest double (Clinger 1990).
  if (text.size() <= 16)
    return Numeral{static_cast<double>(figures) / power_of_ten(decimals), decimals, false};
  const auto value = parse_double(text);
  if (!value) return std::nullopt;
  return Numeral{*value, decimals, false};
}

}  // namespace

std::optional<Numeral> parse_numeral(std::string_view text, NumberStyle style) {
  text = trim(text);
  if (text.empty() || text.size() > 64) return std::nullopt;
  std::string sign;
  if (text.front() == '+' || text.front() == '-') {
    if (text.front() == '-') sign = "-";
    text.remove_prefix(1);
  }
  if (auto plain = parse_plain(text, style)) {
    if (!sign.empty()) plain->value = -plain->value;
    return plain;
  }
  std::string exponent;
  if (size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view tail = text.substr(e + 1);
    if (!tail.empty() && tail.front() == '+') tail.remove_prefix(1);
    if (tail.empty() || !parse_integer(tail)) return std::nullopt;
    exponent = "e" + std::string(tail);
    text = text.substr(0, e);
  }
  auto shape = shape_of(text);
  if (!shape || text.empty()) return std::nullopt;
  const size_t last = shape->groups - 1;
  if (last == 0) {
    auto value = parse_double(sign + shape->digits[0] + exponent);
    if (!value) return std::nullopt;
    return Numeral{*value, 0, false};
  }
  const char end = shape->separators[last - 1];
  const std::string& tail = shape->digits[last];
  // The last separator is decimal if the style says so, if it differs from the ones before, or if
  // no group of three can follow from it.
  const bool groups_fit = thousands(*shape, last + 1) && shape->digits[0] != "0";
  bool decimal = false, ambiguous = false;
  if (decimal_separator(end) && thousands(*shape, last)) {
    const bool differs = last >= 2 && shape->separators[0] != end;
    if (last >= 2 && !differs)
      decimal = false;
    else if (differs || !groups_fit || !exponent.empty())
      decimal = true;
    else if (style == NumberStyle::unknown) {
      decimal = end == '.';
      ambiguous = end == ',';
    } else
      decimal = end == (style == NumberStyle::point ? '.' : ',');
  }
  if (!decimal && !groups_fit) return std::nullopt;
  std::string plain = sign;
  for (size_t i = 0; i < (decimal ? last : last + 1); ++i) plain += shape->digits[i];
  if (decimal) {
    if (plain.size() == sign.size() && tail.empty()) return std::nullopt;  // "."
    if (plain.size() == sign.size()) plain += '0';                         // ".5"
    if (!tail.empty()) plain += "." + tail;
  }
  auto value = parse_double(plain + exponent);
  if (!value) return std::nullopt;
  return Numeral{*value, decimal ? static_cast<int>(tail.size()) : 0, ambiguous};
}

std::optional<double> parse_number(std::string_view text, NumberStyle style) {
  auto numeral = parse_numeral(text, style);
  if (!numeral) return std::nullopt;
  return numeral->value;
}

std::optional<double> parse_prefixed(std::string_view text, NumberStyle style) {
  text = trim(text);
  if (text.empty()) return std::nullopt;
  const char last = text.back();
  const double scale = last == 'K' || last == 'k' ? 1e3 : last == 'M' ? 1e6 : last == 'G' ? 1e9 : 0;
  if (scale == 0) return parse_number(text, style);
  auto value = parse_number(text.substr(0, text.size() - 1), style);
  if (!value) return std::nullopt;
  return *value * scale;
}

std::optional<double> prefixed_rounding(std::string_view text) {
  text = trim(text);
  const size_t e = text.find_first_of("eE");
  int exponent = 0;
  if (e != std::string_view::npos) {
    const size_t digits = e + 1 < text.size() && text[e + 1] == '+' ? e + 2 : e + 1;
    const auto power = parse_integer(text.substr(digits));
    if (!power || *power < -300 || *power > 300) return std::nullopt;
    exponent = static_cast<int>(*power);
    text = text.substr(0, e);
  } else if (!text.empty()) {
    const char last = text.back();
    exponent = last == 'K' || last == 'k' ? 3 : last == 'M' ? 6 : last == 'G' ? 9 : 0;
    if (exponent == 0) return std::nullopt;
    text.remove_suffix(1);
  }
  const auto numeral = parse_numeral(text, NumberStyle::point);
  if (!numeral) return std::nullopt;
  return 0.5 * std::pow(10.0, exponent - numeral->decimals);
}

std::optional<double> rounding_of_zeros(const Numeral& numeral) {
  const std::string text = shortest(numeral.value);
  const size_t point = text.find('.');
  const size_t kept = point == std::string::npos ? 0 : text.size() - point - 1;
  if (text.find('e') != std::string::npos || static_cast<size_t>(numeral.decimals) <= kept)
    return std::nullopt;
  return 0.5 * std::pow(10.0, -numeral.decimals);
}

std::optional<Numeral> parse_percent(std::string_view text, NumberStyle style) {
  text = trim(text);
  if (text.empty() || text.back() != '%') return std::nullopt;
  return parse_numeral(trim(text.substr(0, text.size() - 1)), style);
}

NumberStyle style_of(std::span<const std::string_view> numbers) {
  int point = 0, comma = 0;
  for (std::string_view text : numbers) {
    text = trim(text);
    while (!text.empty() && (text.back() == '%' || text.back() == ' ')) text.remove_suffix(1);
    while (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
    if (auto e = text.find_first_of("eE"); e != std::string_view::npos) text = text.substr(0, e);
    auto shape = shape_of(text);
    if (!shape || shape->groups < 2) continue;
    const size_t last = shape->groups - 1;
    const char end = shape->separators[last - 1];
    if (end != '.' && end != ',') continue;
    int& as_decimal = end == '.' ? point : comma;
    int& as_thousands = end == '.' ? comma : point;
    if (last >= 2 && shape->separators[0] == end)
      ++as_thousands;  // 1,234,567
    else if (last >= 2 || shape->digits[last].size() != 3 || shape->digits[0] == "0" ||
             shape->digits[0].size() > 3)
      ++as_decimal;
  }
  if (point > comma) return NumberStyle::point;
  if (comma > point) return NumberStyle::comma;
  return NumberStyle::unknown;
}

bool is_missing(std::string_view text) {
  static constexpr std::array<std::string_view, 17> words{
      "",   "-",    "--",  "---",  "nan",  "-nan", "none",          "n/a",
      "na", "null", "inf", "+inf", "-inf", "?",    "<not counted>", "<not supported>",
      "*"};
  const std::string low = to_lower(trim(text));
  for (std::string_view word : words)
    if (low == word) return true;
  return low.find_first_not_of('-') == std::string::npos;
}

}  // namespace lodestone
