// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/text.h"

#include <fnmatch.h>

#include <charconv>
#include <cmath>

namespace lodestone {
namespace {

bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Splits "12.5ms" into its number and its unit.
std::optional<std::pair<double, std::string>> number_and_unit(std::string_view text) {
  text = trim(text);
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  return std::pair(value, to_lower(trim(text.substr(end - text.data()))));
}

// Decodes one code point at text[i], moves i behind it; nothing if malformed (i then moves by one
// byte).
std::optional<char32_t> decode(std::string_view text, size_t& i) {
  auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(i);
  int more = first < 0x80                    ? 0
             : first >= 0xc2 && first < 0xe0 ? 1
             : first >= 0xe0 && first < 0xf0 ? 2
             : first >= 0xf0 && first < 0xf5 ? 3
                                             : -1;
  if (more < 0 || i + more >= text.size()) {
    ++i;
    return std::nullopt;
  }
  char32_t code = more == 0 ? first : first & (0x3f >> more);
  for (int k = 1; k <= more; ++k) {
    if ((byte(i + k) & 0xc0) != 0x80) {
      ++i;
      return std::nullopt;
    }
    code = (code << 6) | (byte(i + k) & 0x3f);
  }
  const bool overlong = (more == 2 && code < 0x800) || (more == 3 && code < 0x10000);
  if (overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
    ++i;
    return std::nullopt;
  }
  i += more + 1;
  return code;
}

bool wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
         (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
         (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
         (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x20000 && c <= 0x3fffd);
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string to_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

bool equal_ignore_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

bool starts_with_ignore_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equal_ignore_case(text.substr(0, prefix.size()), prefix);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  size_t start = 0;
  for (size_t end; (end = text.find(separator, start)) != std::string_view::npos; start = end + 1)
    pieces.push_back(text.substr(start, end - start));
  pieces.push_back(text.substr(start));
  return pieces;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  split_words(text, found);
  return found;
}

void split_words(std::string_view text, std::vector<std::string_view>& found) {
  found.clear();
  size_t i = 0;
  while (i < text.size()) {
    while (i < text.size() && blank(text[i])) ++i;
    const size_t start = i;
    while (i < text.size() && !blank(text[i])) ++i;
    if (i > start) found.push_back(text.substr(start, i - start));
  }
}

std::vector<std::string> split_commas(std::string_view text) {
  std::vector<std::string> pieces(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != ',') {
      pieces.back() += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == ',') {
      pieces.back() += ',';
      ++i;
    } else {
      pieces.emplace_back();
    }
  }
  return pieces;
}

std::string join(const std::vector<std::string>& pieces, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (i) out += separator;
    out += pieces[i];
  }
  return out;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  if (from.empty()) return text;
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::optional<double> parse_double(std::string_view text) {
  double value = 0;
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<long long> parse_integer(std::string_view text) {
  long long value = 0;
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_duration(std::string_view text) {
  auto parsed = number_and_unit(text);
  if (!parsed || parsed->first < 0) return std::nullopt;
  const std::string& unit = parsed->second;
  const double scale = unit.empty() || unit == "s"    ? 1
                       : unit == "ms"                 ? 1e-3
                       : unit == "us"                 ? 1e-6
                       : unit == "m" || unit == "min" ? 60
                       : unit == "h"                  ? 3600
                                                      : 0;
  if (scale == 0) return std::nullopt;
  return parsed->first * scale;
}

std::optional<long long> parse_size(std::string_view text) {
  auto parsed = number_and_unit(text);
  if (!parsed || parsed->first < 0) return std::nullopt;
  std::string unit = parsed->second;
  if (unit.ends_with("ib"))
    unit.resize(unit.size() - 2);
  else if (unit.size() > 1 && unit.ends_with("b"))
    unit.resize(unit.size() - 1);
  const double scale = unit.empty() || unit == "b" ? 1
                       : unit == "k"               ? 1024.0
                       : unit == "m"               ? 1048576.0
                       : unit == "g"               ? 1073741824.0
                                                   : 0;
  const double bytes = parsed->first * scale;
  if (scale == 0 || bytes > 9e18) return std::nullopt;
  return static_cast<long long>(bytes);
}

std::optional<double> parse_fraction(std::string_view text) {
  text = trim(text);
  const bool percent = !text.empty() && text.back() == '%';
  if (percent) text = trim(text.substr(0, text.size() - 1));
  auto value = parse_double(text);
  if (!value) return std::nullopt;
  return percent ? *value / 100 : *value;
}

std::string shortest(double value) {
  char buffer[32];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value);
  return error == std::errc() ? std::string(buffer, end) : std::string("0");
}

std::string fixed(double value, int decimals) {
  char buffer[400];
  auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
  return error == std::errc() ? std::string(buffer, end) : shortest(value);
}

std::string human(double value, int digits) {
  if (value == 0) return "0";
  const double size = std::fabs(value);
  if (size >= 1e15 || size < 1e-6) {
    char buffer[64];
    auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value,
                                      std::chars_format::scientific, digits - 1);
    return error == std::errc() ? std::string(buffer, end) : shortest(value);
  }
  const int before = static_cast<int>(std::floor(std::log10(size))) + 1;
  std::string out = fixed(value, std::max(0, digits - before));
  if (out.find('.') != std::string::npos) {
    while (out.back() == '0') out.pop_back();
    if (out.back() == '.') out.pop_back();
  }
  if (size >= 10000) {
    const size_t start = out[0] == '-' ? 1 : 0;
    size_t point = out.find('.');
    if (point == std::string::npos) point = out.size();
    for (size_t at = point; at > start + 3; at -= 3) out.insert(at - 3, ",");
  }
  return out;
}

size_t display_width(std::string_view text) {
  size_t width = 0;
  for (size_t i = 0; i < text.size();) {
    auto code = decode(text, i);
    if (code && *code >= 0x300 && *code < 0x370) continue;  // combining marks
    width += code && wide(*code) ? 2 : 1;
  }
  return width;
}

bool glob_match(std::string_view pattern, std::string_view text) {
  return fnmatch(std::string(pattern).c_str(), std::string(text).c_str(), 0) == 0;
}

bool valid_utf8(std::string_view text) {
  for (size_t i = 0; i < text.size();)
    if (!decode(text, i)) return false;
  return true;
}

}  // namespace lodestone
