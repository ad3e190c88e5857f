// SPDX-License-Identifier: GPL-2.0-or-later
// One line on standard error that is rewritten while something runs; nothing where standard error
// is no terminal.
#pragma once

#include <string>

namespace lodestone {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& text);  // cut to the terminal's width
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
};

// "43 s", "2 min 05 s", "1 h 02 min".
std::string duration_text(double seconds);

}  // namespace lodestone
