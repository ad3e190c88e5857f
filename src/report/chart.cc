// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace lodestone {
namespace {

// "1.25 M", "800 k", "3.2".
std::string short_number(double value) {
  const char* suffix = "";
  for (const char* next : {" k", " M", " G", " T"}) {
    if (std::fabs(value) < 1000) break;
    value /= 1000;
    suffix = next;
  }
  return shortest(std::round(value * 100) / 100) + suffix;
}

}  // namespace

double round_up_nicely(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (double step : {1.0, 2.0, 2.5, 5.0, 10.0})
    if (step * power >= value * (1 - 1e-9)) return step * power;
  return 10 * power;
}

std::string chart_text(const Chart& chart, const Style& style) {
  double least_x = INFINITY, most_x = -INFINITY, most_y = 0;
  for (const ChartCurve& curve : chart.curves)
    for (auto [x, y] : curve.points) {
      least_x = std::min(least_x, x);
      most_x = std::max(most_x, x);
      most_y = std::max(most_y, y);
    }
  if (!(most_x >= least_x) || chart.height < 2) return "";
  const double top = most_y > 0 ? round_up_nicely(most_y) : 1;
  const size_t rows = chart.height, label = 8;
  const size_t columns =
      std::clamp<size_t>(style.width > label + 12 ? style.width - label - 12 : 20, 20, 64);
  auto column_of = [&](double x) {
    const double share = most_x > least_x ? (x - least_x) / (most_x - least_x) : 0;
    return static_cast<size_t>(std::lround(share * static_cast<double>(columns - 1)));
  };
  std::vector<std::string> canvas(rows, std::string(columns, ' '));
  std::vector<std::pair<double, size_t>> ticks;  // x, column
  bool shared = false;                           // a place of two curves
  for (const ChartCurve& curve : chart.curves)
    for (auto [x, y] : curve.points) {
      const double up = std::clamp(y / top, 0.0, 1.0) * static_cast<double>(rows - 1);
      char& place = canvas[rows - 1 - static_cast<size_t>(std::lround(up))][column_of(x)];
      const bool meets = place != ' ' && place != '.' && place != curve.mark;
      shared = shared || meets;
      place = meets ? '&' : curve.mark;
      if (curve.mark != '.') ticks.emplace_back(x, column_of(x));
    }
  std::string out;
  if (!chart.y_title.empty()) out += std::string(label + 1, ' ') + chart.y_title + "\n";
  for (size_t row = 0; row < rows; ++row) {
    std::string name;
    if (row == 0) name = short_number(top);
    if (row == (rows - 1) / 2 && rows % 2 == 1) name = short_number(top / 2);
    if (row == rows - 1) name = "0";
    std::string line = fmt::format("{:>{}} |{}", name, label, canvas[row]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  std::string axis(columns, '-'), names(columns + 10, ' ');
  std::sort(ticks.begin(), ticks.end());
  size_t free_from = 0;
  for (auto [x, column] : ticks) {
    axis[column] = '+';
    const std::string text = shortest(x);
    const size_t at = column + 1 >= text.size() ? column + 1 - text.size() : 0;
    if (at < free_from) continue;
    names.replace(at, text.size(), text);
    free_from = at + text.size() + 1;
  }
  names.erase(names.find_last_not_of(' ') + 1);
  out += std::string(label + 1, ' ') + "+" + axis + "\n";
  out += std::string(label + 2, ' ') + names + (chart.x_title.empty() ? "" : "  " + chart.x_title) +
         "\n";
  std::string legend;
  for (const ChartCurve& curve : chart.curves)
    if (!curve.points.empty() && !curve.name.empty())
      legend += (legend.empty() ? "" : "   ") + std::string(1, curve.mark) + " " + curve.name;
  if (shared && !legend.empty()) legend += "   & several";
  if (!legend.empty()) out += std::string(label + 2, ' ') + legend + "\n";
  return out;
}

}  // namespace lodestone
