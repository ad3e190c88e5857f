// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/html.h"

#include <algorithm>

#include "base/text.h"

namespace lodestone {
namespace {

// Name and the rest of a tag "<td colspan=2>".
struct Tag {
  std::string name;
  bool closing = false;
  int colspan = 1;
};

Tag parse_tag(std::string_view inside) {
  Tag tag;
  if (!inside.empty() && inside.front() == '/') {
    tag.closing = true;
    inside.remove_prefix(1);
  }
  size_t end = 0;
  while (end < inside.size() && inside[end] != ' ' && inside[end] != '/' && inside[end] != '\n' &&
         inside[end] != '\t')
    ++end;
  tag.name = to_lower(inside.substr(0, end));
  const std::string low = to_lower(inside.substr(0, 400));
  if (const size_t at = low.find("colspan="); at != std::string::npos) {
    size_t k = at + 8;
    while (k < low.size() && (low[k] == '"' || low[k] == '\'')) ++k;
    int value = 0;
    while (k < low.size() && low[k] >= '0' && low[k] <= '9' && value < 100)
      value = value * 10 + (low[k++] - '0');
    tag.colspan = std::clamp(value, 1, 50);
  }
  return tag;
}

bool is_block(const std::string& name) {
  static constexpr std::string_view blocks[] = {
      "p",  "div", "br", "h1",    "h2", "h3",  "h4",   "h5",    "h6",        "li",
      "ul", "ol",  "tr", "table", "hr", "pre", "code", "title", "blockquote"};
  return std::find(std::begin(blocks), std::end(blocks), name) != std::end(blocks);
}

}  // namespace

std::string html_to_lines(std::string_view html) {
  std::string out, cell;
  bool in_row = false, in_cell = false, heading = false;
  int span = 1;
  const auto text = [&](std::string_view piece) {
    std::string& target = in_cell ? cell : out;
    if (in_row && !in_cell) return;  // blanks between cells
    for (char c : piece) {
      if (!in_cell) {
        if (c != '\r') target += c;
      } else if (c == '\n' || c == '\r' || c == '\t' || c == ' ') {
        if (!target.empty() && target.back() != ' ' && target.back() != '\n') target += ' ';
      } else {
        target += c;
      }
    }
  };
  const auto end_line = [&] {
    while (!out.empty() && out.back() == ' ') out.pop_back();
    if (!out.empty() && out.back() != '\n') out += '\n';
  };
  const auto end_cell = [&] {
    if (!in_cell) return;
    out += ' ' + std::string(trim(cell)) + " |";
    for (int i = 1; i < span; ++i) out += "  |";
    cell.clear();
    in_cell = false;
  };
  const auto end_row = [&] {
    end_cell();
    if (in_row) out += '\n';
    in_row = false;
  };
  for (size_t i = 0; i < html.size();) {
    const size_t open = html.find('<', i);
    text(html.substr(i, (open == std::string_view::npos ? html.size() : open) - i));
    if (open == std::string_view::npos) break;
    if (html.substr(open, 4) == "<!--") {
      const size_t end = html.find("-->", open);
      i = end == std::string_view::npos ? html.size() : end + 3;
      continue;
    }
    const size_t close = html.find('>', open);
    const char next = open + 1 < html.size() ? html[open + 1] : ' ';
    const bool letter = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') ||
                        next == '/' || next == '!' || next == '?';
    if (close == std::string_view::npos || !letter ||
        close - open > 4000) {  // "<not counted>" has no place in HTML but is kept
      text("<");
      i = open + 1;
      continue;
    }
    const Tag tag = parse_tag(html.substr(open + 1, close - open - 1));
    i = close + 1;
    if (!tag.closing && (tag.name == "script" || tag.name == "style")) {
      const size_t end = html.find("</" + tag.name, i);
      i = end == std::string_view::npos ? html.size() : end;
      continue;
    }
    if (tag.name == "not") {  // perf's "<not counted>", pasted without escaping
      text(html.substr(open, close - open + 1));
      continue;
    }
    if (tag.name == "tr") {
      end_row();
      if (!tag.closing) {
        end_line();
        out += '|';
        in_row = true;
      }
    } else if (tag.name == "td" || tag.name == "th") {
      end_cell();
      if (!tag.closing && in_row) {
        in_cell = true;
        span = tag.colspan;
      }
    } else if (tag.name == "table") {
      end_row();
      end_line();
    } else if (in_cell) {
      if (tag.name == "br" && !cell.empty()) cell += ' ';
    } else if (is_block(tag.name)) {
      if (tag.name.size() == 2 && tag.name[0] == 'h' && tag.name[1] != 'r') heading = !tag.closing;
      if (tag.name == "br")
        out += '\n';
      else
        end_line();
      if (heading && !tag.closing) out += "# ";
      if (tag.name == "p") out += '\n';
    }
  }
  end_row();
  return out;
}

}  // namespace lodestone
