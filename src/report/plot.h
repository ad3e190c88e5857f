// SPDX-License-Identifier: GPL-2.0-or-later
// A plot of characters: values over sizes, the size on a logarithmic axis.
#pragma once

#include <string>
#include <vector>

namespace lodestone {

struct PlotPoint {
  double size = 0;   // > 0
  double value = 0;  // >= 0
};

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;  // in any order
};

// At most `width` columns and `height` lines of plot, then the axis and the names of the series.
// Values start at 0 (a curve must not exaggerate), unless they span more than a factor of 50: then
// the value axis is logarithmic, too, and says so. "" without two points of different sizes.
std::string plot_sizes(const std::vector<PlotSeries>& series, const std::string& size_name,
                       const std::string& value_name, int width = 90, int height = 13);

// "512", "64k", "1m": sizes as people give them.
std::string size_label(double bytes);

}  // namespace lodestone
