// SPDX-License-Identifier: GPL-2.0-or-later
// A chart of a few curves in text: points as letters, axes with round numbers.
#pragma once

#include <string>
#include <vector>

#include "report/style.h"

namespace lodestone {

struct ChartCurve {
  char mark = '*';   // letter of its points; two on one place become '&'
  std::string name;  // for the legend
  std::vector<std::pair<double, double>> points;  // x, y; finite
};

struct Chart {
  std::string x_title, y_title;
  std::vector<ChartCurve> curves;  // later ones are drawn over earlier ones
  size_t height = 12;              // rows of the plot; its width follows the style's
};

// Lines ending in newlines, at most style.width columns. The y axis begins at 0. Empty without a
// point.
std::string chart_text(const Chart& chart, const Style& style);

// The smallest of 1, 2, 2.5, 5 times a power of ten that is at least `value` (> 0).
double round_up_nicely(double value);

}  // namespace lodestone
