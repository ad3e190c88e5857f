// SPDX-License-Identifier: GPL-2.0-or-later
// Text helpers that no locale changes. All take and give UTF-8 bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lodestone {

std::string_view trim(std::string_view text);
bool starts_with_ignore_case(std::string_view text, std::string_view prefix);
bool equal_ignore_case(std::string_view a, std::string_view b);
std::string to_lower(std::string_view text);  // ASCII only

// Pieces between separators; empty pieces are kept. "" gives one empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);
// Words between runs of blanks and tabs.
std::vector<std::string_view> words(std::string_view text);
void split_words(std::string_view text, std::vector<std::string_view>& found);
// NAME,key=VALUE lists: a doubled comma is one comma inside a value.
std::vector<std::string> split_commas(std::string_view text);
std::string join(const std::vector<std::string>& pieces, std::string_view separator);
std::string replace_all(std::string text, std::string_view from, std::string_view to);

// The whole text as a number (from_chars: '.' decimals, no thousands separators, no blanks);
// nothing if it is not one, or not finite.
std::optional<double> parse_double(std::string_view text);
std::optional<long long> parse_integer(std::string_view text);
// "30s", "5m", "1.5h", "200ms", "10us", "3" (seconds): seconds.
std::optional<double> parse_duration(std::string_view text);
// "4k", "1m", "2g" (powers of 1024) or a plain number: bytes.
std::optional<long long> parse_size(std::string_view text);
// "1%" or "0.01": the fraction 0.01.
std::optional<double> parse_fraction(std::string_view text);

// The shortest decimal that reads back as the same double. Finite values only.
std::string shortest(double value);
// printf's %.*f, in no locale.
std::string fixed(double value, int decimals);
// A number for people: up to `digits` significant digits, thousands separated by commas from 10,000
// up.
std::string human(double value, int digits = 5);

// Columns that the text takes on a terminal (code points, wide ones twice).
size_t display_width(std::string_view text);

// Glob with *, ? and [..] against the whole text (fnmatch without FNM_PATHNAME).
bool glob_match(std::string_view pattern, std::string_view text);

// True if the bytes are well-formed UTF-8.
bool valid_utf8(std::string_view text);

}  // namespace lodestone
