// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers as people and programs print them: thousands separators, decimal commas, unit prefixes, a
// trailing point. Read with from_chars, in no locale.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/digit.h"

namespace lodestone {

// What '.' and ',' mean in a text. `unknown`: a lone separator before exactly three digits stays
// ambiguous for ',' (the caller decides or leaves the value out); '.' is then a decimal point.
enum class NumberStyle { unknown, point, comma };

struct Numeral {
  double value = 0;
  int decimals = 0;  // digits printed after the decimal point: the value is known to half a unit of
                     // the last one
  bool ambiguous = false;  // "1,234" in a text of unknown style: 1234 was taken
};

// The whole text as a number. Accepted: sign, digits, thousands in groups of three (',', '.', '\'',
// '_' or U+202F turned into a blank), one decimal separator, exponent. "194." is 194. Not accepted:
// anything else, "inf" and "nan" among it.
std::optional<Numeral> parse_numeral(std::string_view text,
                                     NumberStyle style = NumberStyle::unknown);

// The value alone.
std::optional<double> parse_number(std::string_view text, NumberStyle style = NumberStyle::unknown);

// lmbench's and people's prefixes: "12.3K", "11.K", "1.2M", "3G" (powers of 1000), else as
// parse_number.
std::optional<double> parse_prefixed(std::string_view text,
                                     NumberStyle style = NumberStyle::unknown);

// Half a unit of the last digit of "102k" (500) or "1.234e+09" (500000), where the value alone
// would look more precise; nothing for numbers without prefix and exponent.
std::optional<double> prefixed_rounding(std::string_view text);
// Of "1.1000" and the like, whose number 1.1 no longer tells of all its decimals: half a unit of the
// last.
std::optional<double> rounding_of_zeros(const Numeral& numeral);

// "4.14%", "+3,7 %", "-0.46%": percent; the sign is kept.
std::optional<Numeral> parse_percent(std::string_view text,
                                     NumberStyle style = NumberStyle::unknown);

// What the separators of these numbers say together: evidence such as "0,8729" or "1,006,356,120"
// decides.
NumberStyle style_of(std::span<const std::string_view> numbers);

// "<not counted>", "nan", "-", "---", "none", "n/a", "" and the like: a cell that says there is no
// value.
bool is_missing(std::string_view text);

}  // namespace lodestone
