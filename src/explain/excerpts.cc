// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/excerpts.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "base/text.h"

namespace lodestone::explain {
namespace {

struct Token {
  std::string_view text;
  size_t begin = 0;
};

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  size_t at = 0;
  constexpr std::string_view blanks = " \t\r\n\f\v";
  while ((at = text.find_first_not_of(blanks, at)) != std::string_view::npos) {
    size_t end = text.find_first_of(blanks, at);
    if (end == std::string_view::npos) end = text.size();
    tokens.push_back({text.substr(at, end - at), at});
    at = end;
  }
  return tokens;
}

bool is_address(std::string_view token, uint64_t& value) {
  if (token.starts_with("0x")) token.remove_prefix(2);
  if (token.size() < 8 || token.size() > 16) return false;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value, 16);
  return error == std::errc() && end == token.data() + token.size();
}

bool is_type(std::string_view token) {
  return token.size() == 1 &&
         std::string_view("aAbBdDrRtTvVwW?").find(token[0]) != std::string_view::npos;
}

bool is_name(std::string_view token) {
  if (token.empty() || token.size() > 512) return false;
  const char c = token[0];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$';
}

// The phrase that introduces an excerpt: back to the line's or the sentence's start.
std::string label_before(std::string_view text) {
  text = trim(text);
  while (!text.empty() && (text.back() == ':' || text.back() == '>'))
    text = trim(text.substr(0, text.size() - 1));
  const size_t line = text.find_last_of('\n');
  if (line != std::string_view::npos) text = text.substr(line + 1);
  const size_t map = text.rfind("System.map");
  if (map != std::string_view::npos) text = text.substr(map);
  if (text.size() > 60) {
    const size_t colon = text.find_last_of(":.,;");
    text = colon == std::string_view::npos ? text.substr(text.size() - 60) : text.substr(colon + 1);
    if (text.size() > 60) text = text.substr(text.size() - 60);
  }
  while (!text.empty() && (text[0] == '>' || text[0] == ' ')) text.remove_prefix(1);
  return std::string(trim(text));
}

}  // namespace

std::vector<Excerpt> excerpts_in(std::string_view text) {
  const std::vector<Token> tokens = tokens_of(text);
  std::vector<Excerpt> result;
  Excerpt current;
  std::unordered_set<std::string_view> names;
  size_t last_end = 0;
  const auto finish = [&] {
    if (current.symbols.size() >= 2) result.push_back(std::move(current));
    current = {};
    names.clear();
  };
  for (size_t i = 0; i + 2 < tokens.size(); ++i) {
    uint64_t address = 0;
    if (!is_address(tokens[i].text, address) || !is_type(tokens[i + 1].text) ||
        !is_name(tokens[i + 2].text))
      continue;
    const std::string_view name = tokens[i + 2].text;
    const std::string_view between = text.substr(last_end, tokens[i].begin - last_end);
    if (!current.symbols.empty()) {
      const std::string_view arrow = trim(between);
      if (arrow.starts_with("<-") || arrow.starts_with("<=") || arrow.starts_with("\xe2\x86\x90"))
        current.annotated.push_back(current.symbols.back().name);
      if (address < current.symbols.back().address || names.contains(name) || between.size() > 400)
        finish();
    }
    if (current.symbols.empty()) current.label = label_before(between);
    current.symbols.push_back({address, 0, tokens[i + 1].text[0], std::string(name), {}});
    names.insert(name);
    last_end = tokens[i + 2].begin + name.size();
    i += 2;
  }
  finish();
  return result;
}

}  // namespace lodestone::explain
