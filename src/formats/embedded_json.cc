// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/embedded_json.h"

#include <utility>

#include "base/text.h"
#include "formats/role.h"

namespace lodestone {
namespace {

constexpr size_t padding = 64;
constexpr size_t deepest = 256;

}  // namespace

bool EmbeddedJson::begins(std::string_view text) {
  text = trim(text);
  if (text.empty() || (text[0] != '{' && text[0] != '[')) return false;
  const size_t next = text.find_first_not_of(" \t", 1);
  if (next == std::string_view::npos) return true;
  return text[0] == '{' ? text[next] == '"' : text[next] == '{';
}

bool EmbeddedJson::add(const Line& line, Collector& collector) {
  if (lines_.empty()) {
    heading_ = collector.surroundings.label();
    if (role_of(heading_) == Role::none && !names_version(heading_)) heading_.clear();
  }
  lines_.push_back({text_.size(), line.text.size(), line});
  text_.append(line.text).append("\n");
  bool quoted = false;
  for (size_t i = 0; i < line.text.size(); ++i) {
    const char c = line.text[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if ((c == '}' || c == ']') && depth_ > 0) {
      --depth_;
    }
  }
  whole_ = depth_ == 0;
  if (!whole_ && text_.size() <= largest && depth_ <= deepest) return false;
  depth_ = 0;
  text_.append(padding, '\0');
  return true;
}

std::string_view EmbeddedJson::document() const {
  return whole_ ? std::string_view(text_).substr(0, text_.size() - padding) : std::string_view();
}

std::vector<Line> EmbeddedJson::release(std::string& text) {
  text = std::exchange(text_, {});
  std::vector<Line> lines;
  lines.reserve(lines_.size());
  for (const Place& place : lines_) {
    lines.push_back(place.line);
    lines.back().text = std::string_view(text).substr(place.begin, place.size);
  }
  clear();
  return lines;
}

void EmbeddedJson::clear() {
  text_.clear();
  heading_.clear();
  lines_.clear();
  depth_ = 0;
  whole_ = false;
}

}  // namespace lodestone
