// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace lodestone {

std::string to_text(const Json& document) {
  return document.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string to_line(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

namespace {

// The library's parser is recursive only in the values that it builds, not in parsing; a document
// nested this deep is hostile all the same, and destroying it would exhaust the stack.
constexpr size_t deepest = 512;

bool too_deep(std::string_view text) {
  size_t depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
  if (too_deep(text)) return fail(ErrorCode::unreadable, "the JSON is nested too deeply");
  try {
    return Json::parse(text);
  } catch (const std::exception& problem) {
    return fail(ErrorCode::unreadable, "the text is not JSON", problem.what());
  }
}

Json number(double value) {
  return std::isfinite(value) ? Json(value == 0 ? 0.0 : value) : Json(nullptr);
}
Json number(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

}  // namespace lodestone
