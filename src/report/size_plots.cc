// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/size_plots.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "report/plot.h"

namespace lodestone {
namespace {

// The parameter that is a size, and what to call it.
struct Size {
  double value = 0;
  std::string name;
};

Size size_of(const WorkloadResult& result) {
  for (const char* name : {"size", "pages", "message", "stride", "distance", "processes"})
    if (const auto found = result.parameters.find(name); found != result.parameters.end())
      if (const auto value = parse_size(found->second); value && *value > 0)
        return {static_cast<double>(*value), name};
  return {};
}

struct Plot {
  std::string heading, size_name, unit;
  std::vector<PlotSeries> series;
};

std::string heading_of(const WorkloadResult& result) {
  for (const char* family : {"bw/mem_", "bw/stream_"})
    if (result.id.starts_with(family)) return std::string(family) + "*";
  return result.id;
}

std::string series_of(const WorkloadResult& result, const std::string& size_name) {
  std::string name = result.id;
  if (result.copies > 1) name += " x" + std::to_string(result.copies);
  if (result.mode == "thread") name += ", threads";
  for (const auto& [parameter, value] : result.parameters)
    if (parameter != size_name && parameter != "like") name += " " + parameter + "=" + value;
  return name;
}

template <typename Items, typename Matches>
auto& find_or_add(Items& items, Matches matches) {
  const auto found = std::find_if(items.begin(), items.end(), matches);
  return found != items.end() ? *found : items.emplace_back();
}

}  // namespace

std::string size_plots(const Run& run) {
  std::vector<Plot> plots;
  for (const WorkloadResult& result : run.workloads) {
    const Size size = size_of(result);
    if (size.name.empty() || result.metrics.empty() || !result.metrics[0].center) continue;
    const std::string heading = heading_of(result), unit = result.metrics[0].metric.unit;
    Plot& plot = find_or_add(plots, [&](const Plot& one) {
      return one.heading == heading && one.size_name == size.name && one.unit == unit;
    });
    plot.heading = heading;
    plot.size_name = size.name;
    plot.unit = unit;
    const std::string name = series_of(result, size.name);
    PlotSeries& series =
        find_or_add(plot.series, [&](const PlotSeries& one) { return one.name == name; });
    series.name = name;
    series.points.push_back({size.value, *result.metrics[0].center});
  }
  std::string text;
  for (const Plot& plot : plots) {
    size_t most = 0;
    for (const PlotSeries& series : plot.series) most = std::max(most, series.points.size());
    if (most < 3) continue;
    text += "\n" + plot.heading + "\n" + plot_sizes(plot.series, plot.size_name, plot.unit);
  }
  return text;
}

}  // namespace lodestone
