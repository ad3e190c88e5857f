// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/line_map_svg.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "explain/facts.h"
#include "explain/line_picture.h"

namespace lodestone {
namespace {

using namespace explain;

constexpr int byte_width = 6, row_height = 26, left = 150, gap = 40;

std::string escape(std::string_view text) {
  std::string result(text);
  result = replace_all(std::move(result), "&", "&amp;");
  result = replace_all(std::move(result), "<", "&lt;");
  result = replace_all(std::move(result), ">", "&gt;");
  return replace_all(std::move(result), "\"", "&quot;");
}

// Rows of 128 bytes; a bold line at 64.
std::string side_svg(const char* title, const LinePicture& picture, int top) {
  std::string svg =
      fmt::format("<text x=\"10\" y=\"{}\" class=\"title\">{}</text>\n", top + 16, title);
  int y = top + 26;
  for (size_t k = 0; k + 1 < picture.lines.size(); k += 2, y += row_height) {
    const uint64_t start = picture.lines[k].start;
    svg += fmt::format("<text x=\"10\" y=\"{}\" class=\"address\">{:#x}</text>\n", y + 17, start);
    for (size_t half = 0; half < 2; ++half)
      for (const PictureItem& item : picture.lines[k + half].items) {
        const uint64_t line = picture.lines[k + half].start;
        const uint64_t from = std::max(item.place, line);
        const uint64_t to = std::min(item.place + std::max<uint64_t>(item.size, 1), line + 64);
        if (to <= from) continue;
        const int x = left + static_cast<int>(from - start) * byte_width;
        const int width = static_cast<int>(to - from) * byte_width;
        svg += fmt::format(
            "<g><title>{0} at {1:#x}</title><rect x=\"{2}\" y=\"{3}\" width=\"{4}\" "
            "height=\"{5}\" class=\"{6}\"/>",
            escape(item.name), item.place, x, y, width, row_height - 4,
            item.focus ? "focus" : "other");
        const auto room = static_cast<size_t>(std::max(0, width / 7 - 1));
        if (room >= 3)
          svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>", x + 3, y + 15,
                             escape(std::string(item.name).substr(0, room)));
        svg += "</g>\n";
      }
    for (const int at : {0, 64, 128})
      svg += fmt::format("<line x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\" class=\"bound\"/>\n",
                         left + at * byte_width, y - 2, y + row_height - 2);
  }
  return svg;
}

}  // namespace

std::string line_map_svg(const Analysis& a) {
  const Moved move = most_telling_move(a);
  const Focus* focus = move.focus ? move.focus : a.focus.empty() ? nullptr : &a.focus.front();
  if (!focus) return "";
  const Pair& pair = a.matching.in(focus->section).pairs[focus->pair];
  const LinePicture before = picture_of(a.base.entities, focus->section, pair.base);
  const LinePicture after = picture_of(a.next.entities, focus->section, pair.next);
  const std::string name = escape(next_entity(a, focus->section, focus->pair).name);
  const int first = 40 + static_cast<int>(before.lines.size() / 2) * row_height;
  const int height = first + gap + static_cast<int>(after.lines.size() / 2) * row_height + 40;
  const int width = left + 128 * byte_width + 20;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 "
             "{0} {1}\" font-family=\"sans-serif\" font-size=\"11\">\n<title>cache lines around {2}"
             "</title>\n<style>.other{{fill:#dde6f0;stroke:#6b7f99}}.focus{{fill:#f2b701;stroke:#7a"
             "5c00}}.bound{{stroke:#222;stroke-width:2}}.title{{font-weight:bold}}.address{{font-"
             "family:monospace;font-size:10px}}</style>\n<rect width=\"100%\" height=\"100%\" "
             "fill=\"#fff\"/>\n",
             width, height, name) +
         side_svg(fmt::format("before: {} at {:#x}", name, before.focus_place).c_str(), before, 4) +
         side_svg(fmt::format("after: {} at {:#x}", name, after.focus_place).c_str(), after,
                  first + gap - 20) +
         "</svg>\n";
}

}  // namespace lodestone
