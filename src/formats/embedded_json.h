// SPDX-License-Identifier: GPL-2.0-or-later
// JSON documents within a text: results pasted below headings, several in one mail. Gathered line
// by line until their brackets close.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/collector.h"
#include "formats/line.h"

namespace lodestone {

class EmbeddedJson {
 public:
  static constexpr size_t largest = size_t{64} << 20;

  // Whether a document may begin with this line.
  static bool begins(std::string_view text);

  bool open() const { return depth_ > 0; }
  // Takes a line: the first of a document, or any while one is open. True: the document is whole,
  // or can be none.
  bool add(const Line& line, Collector& collector);

  // What was gathered, with 64 readable bytes behind its end; empty if the brackets never closed.
  std::string_view document() const;
  // The heading above it; empty unless it tells a side or a version.
  const std::string& heading() const { return heading_; }
  // Gives the lines back and forgets them: the document was nobody's.
  std::vector<Line> release(std::string& text);
  void clear();

 private:
  std::string text_, heading_;
  struct Place {
    size_t begin = 0, size = 0;
    Line line;
  };
  std::vector<Place> lines_;
  size_t depth_ = 0;
  bool whole_ = false;
};

}  // namespace lodestone
