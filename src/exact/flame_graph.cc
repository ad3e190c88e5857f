// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/flame_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"

namespace lodestone::exact {
namespace {

struct Bar {
  uint64_t base = 0, new_ = 0;
  uint64_t width() const { return std::max(base, new_); }
};
using Bars = std::map<std::string, Bar>;                           // function
using Graph = std::map<std::string, std::map<std::string, Bars>>;  // workload, kernel or user

void add(Graph& graph, const ArmOutcome& arm, uint64_t Bar::* side) {
  for (const WorkloadOutcome& outcome : arm.workloads) {
    if (!outcome.has_result()) continue;
    for (const auto& [name, count] : outcome.kernel)
      graph[outcome.workload]["kernel"][name].*side = count.instructions;
    for (const auto& [name, count] : outcome.user)
      graph[outcome.workload]["user"][name].*side = count.instructions;
  }
}

std::string escaped(std::string text) {
  text = replace_all(std::move(text), "&", "&amp;");
  text = replace_all(std::move(text), "<", "&lt;");
  return replace_all(std::move(text), ">", "&gt;");
}

// White for no change; the more of it changed, the stronger. The sign is in the text, too.
std::string colour(const Bar& bar) {
  if (bar.base == bar.new_) return "rgb(240,240,240)";
  double change =
      std::min(1.0, std::fabs(static_cast<double>(bar.new_) - static_cast<double>(bar.base)) /
                        static_cast<double>(std::max<uint64_t>(1, bar.base)));
  int pale = 200 - static_cast<int>(170 * change);
  return bar.new_ > bar.base ? fmt::format("rgb(255,{},{})", pale, pale)
                             : fmt::format("rgb({},{},255)", pale, pale);
}

constexpr double picture_width = 1200;
constexpr int row_height = 18;

void rectangle(std::string& svg, double x, int row, double width, const Bar& bar,
               const std::string& name) {
  auto change = static_cast<long long>(bar.new_) - static_cast<long long>(bar.base);
  std::string title = fmt::format("{}: {} -> {} ({:+})", name, bar.base, bar.new_, change);
  int y = row * row_height;
  svg += fmt::format(
      "<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" "
      "stroke=\"white\"/>",
      escaped(title), fixed(x, 2), y, fixed(width, 2), row_height - 1, colour(bar));
  std::string label = change == 0 ? name : fmt::format("{} {:+}", name, change);
  auto room = static_cast<size_t>(std::max(0.0, (width - 6) / 7));
  if (room >= 4) {
    if (label.size() > room) label = label.substr(0, room - 2) + "..";
    svg +=
        fmt::format("<text x=\"{}\" y=\"{}\">{}</text>", fixed(x + 3, 2), y + 13, escaped(label));
  }
  svg += "</g>\n";
}

Bar sum_of(const Bars& bars) {
  Bar sum;
  for (const auto& [name, bar] : bars) {
    sum.base += bar.base;
    sum.new_ += bar.new_;
  }
  return sum;
}

uint64_t width_of(const Bars& bars) {
  uint64_t width = 0;
  for (const auto& [name, bar] : bars) width += bar.width();
  return width;
}

}  // namespace

std::string folded_lines(const ArmOutcome& arm) {
  Graph graph;
  add(graph, arm, &Bar::new_);
  std::string text;
  for (const auto& [workload, modes] : graph)
    for (const auto& [mode, bars] : modes)
      for (const auto& [name, bar] : bars)
        text += fmt::format("{};{};{} {}\n", workload, mode, name, bar.new_);
  return text;
}

std::string folded_difference(const ArmOutcome& base, const ArmOutcome& new_) {
  Graph graph;
  add(graph, base, &Bar::base);
  add(graph, new_, &Bar::new_);
  std::string text;
  for (const auto& [workload, modes] : graph)
    for (const auto& [mode, bars] : modes)
      for (const auto& [name, bar] : bars)
        text += fmt::format("{};{};{} {} {}\n", workload, mode, name, bar.base, bar.new_);
  return text;
}

// Each workload has the whole width: workloads differ by orders of magnitude.
std::string difference_graph(const ArmOutcome& base, const ArmOutcome& new_) {
  Graph graph;
  add(graph, base, &Bar::base);
  add(graph, new_, &Bar::new_);
  std::string body;
  int row = 2;
  for (const auto& [workload, modes] : graph) {
    uint64_t total = 0;
    Bar sum;
    for (const auto& [mode, bars] : modes) {
      total += width_of(bars);
      sum.base += sum_of(bars).base;
      sum.new_ += sum_of(bars).new_;
    }
    if (total == 0) continue;
    double scale = picture_width / static_cast<double>(total);
    rectangle(body, 0, row, picture_width, sum, workload);
    double x = 0;
    for (const auto& [mode, bars] : modes) {
      rectangle(body, x, row + 1, static_cast<double>(width_of(bars)) * scale, sum_of(bars), mode);
      for (const auto& [name, bar] : bars) {
        double width = static_cast<double>(bar.width()) * scale;
        rectangle(body, x, row + 2, width, bar, name);
        x += width;
      }
    }
    row += 4;
  }
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
             "font-family=\"monospace\" font-size=\"12\">\n"
             "<text x=\"3\" y=\"14\">instructions per operation, {} against {}: + more, - less; "
             "counts are not time</text>\n",
             static_cast<int>(picture_width), row * row_height, escaped(new_.arm.label),
             escaped(base.arm.label)) +
         body + "</svg>\n";
}

}  // namespace lodestone::exact
