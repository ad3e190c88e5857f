// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace lodestone {
namespace {

constexpr char marks[] = "*o+x#@%&";
constexpr int label_width = 10;

struct Axis {
  double low = 0, high = 1;
  bool logarithmic = false;
  // The place of a value on `cells` cells.
  int cell(double value, int cells) const {
    const double from = logarithmic ? std::log(low) : low, to = logarithmic ? std::log(high) : high;
    const double at = ((logarithmic ? std::log(value) : value) - from) / (to - from);
    return std::clamp(static_cast<int>(std::lround(at * (cells - 1))), 0, cells - 1);
  }
  double value(int cell, int cells) const {
    const double at = static_cast<double>(cell) / (cells - 1);
    return logarithmic ? low * std::pow(high / low, at) : low + (high - low) * at;
  }
};

}  // namespace

std::string size_label(double bytes) {
  const char* suffix[] = {"", "k", "m", "g", "t"};
  int power = 0;
  while (power < 4 && bytes >= 1024) {
    bytes /= 1024;
    ++power;
  }
  return human(bytes, 3) + suffix[power];
}

std::string plot_sizes(const std::vector<PlotSeries>& series, const std::string& size_name,
                       const std::string& value_name, int width, int height) {
  double least = INFINITY, most = 0, low = INFINITY, high = 0;
  for (const PlotSeries& one : series)
    for (const PlotPoint& point : one.points) {
      if (!(point.size > 0) || !std::isfinite(point.size) || !std::isfinite(point.value)) continue;
      least = std::min(least, point.size);
      most = std::max(most, point.size);
      low = std::min(low, point.value);
      high = std::max(high, point.value);
    }
  const int columns = width - label_width - 1;
  if (!(most > least) || !(high > 0) || columns < 10 || height < 3) return "";
  const Axis sizes{least, most, true};
  const Axis values = low > 0 && high / low > 50 ? Axis{low, high, true} : Axis{0, high, false};
  std::vector<std::string> rows(static_cast<size_t>(height),
                                std::string(static_cast<size_t>(columns), ' '));
  bool shared = false;  // a place of two series
  for (size_t i = 0; i < series.size(); ++i)
    for (const PlotPoint& point : series[i].points) {
      if (!(point.size > 0) || !std::isfinite(point.size) || !std::isfinite(point.value)) continue;
      const int row = height - 1 - values.cell(point.value, height);
      char& cell =
          rows[static_cast<size_t>(row)][static_cast<size_t>(sizes.cell(point.size, columns))];
      shared = shared || cell != ' ';
      cell = cell == ' ' ? marks[i % (sizeof marks - 1)] : '=';
    }
  std::string text = value_name + (values.logarithmic ? " (logarithmic)" : "") + "\n";
  for (int row = 0; row < height; ++row) {
    const bool labelled = row % 4 == 0 || row == height - 1;
    const std::string label = labelled ? human(values.value(height - 1 - row, height), 3) : "";
    std::string line =
        fmt::format("{:>{}} |{}", label, label_width - 1, rows[static_cast<size_t>(row)]);
    line.resize(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  text +=
      std::string(label_width, ' ') + "+" + std::string(static_cast<size_t>(columns), '-') + "\n";
  const std::string from = size_label(least), to = size_label(most),
                    middle = size_label(std::sqrt(least * most));
  std::string axis(static_cast<size_t>(width), ' ');
  axis.replace(label_width + 1, from.size(), from);
  axis.replace(static_cast<size_t>(label_width + 1 + columns / 2) - middle.size() / 2,
               middle.size(), middle);
  axis.replace(static_cast<size_t>(width) - to.size(), to.size(), to);
  text += axis + "\n" + std::string(label_width + 1, ' ') + size_name + " (logarithmic)\n";
  if (series.size() > 1)
    for (size_t i = 0; i < series.size(); ++i)
      text +=
          fmt::format("{:>{}}  {}\n", marks[i % (sizeof marks - 1)], label_width, series[i].name);
  if (shared) text += fmt::format("{:>{}}  several at one place\n", '=', label_width);
  return text;
}

}  // namespace lodestone
