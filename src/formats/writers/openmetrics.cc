// SPDX-License-Identifier: GPL-2.0-or-later
// OpenMetrics text of results: gauges, because a result is no counter. Commit and kernel stand in
// one info sample a run, so that they do not multiply the series. Unit and direction are labels.
#include <set>

#include "formats/groups.h"
#include "formats/metric_text.h"

namespace lodestone::writer_openmetrics {
namespace {

MetricLabels labels_of(const Group& group, const Measurement& m) {
  MetricLabels labels{{"metric", m.metric.id},
                      {"unit", m.metric.unit},
                      {"better", name_of(m.metric.better)},
                      {"machine", group.run->context.get("machine").value_or("")},
                      {"run", group.run->label.empty() ? group.run->id : group.run->label}};
  std::string parameters;
  for (const auto& [name, value] : condition_of(group)) {
    if (name == "copies" || name == "mode")
      labels.emplace_back(name, value);
    else
      parameters += (parameters.empty() ? "" : ",") + name + "=" + value;
  }
  labels.emplace_back("parameters", parameters);
  return labels;
}

Result<std::string> write(Runs runs) {
  const auto groups = groups_of(runs);
  MetricText text;
  // A label may hold several runs, and a series may have one sample only: the last run's.
  const auto each = [&](auto&& value_of) {
    std::set<MetricLabels> seen;
    for (auto group = groups.rbegin(); group != groups.rend(); ++group)
      for (const Measurement* m : group->metrics)
        if (const auto value = value_of(*m))
          if (const auto labels = labels_of(*group, *m); seen.insert(labels).second)
            text.sample(labels, *value);
  };
  if (groups.empty()) return nothing_to_write(runs);
  text.family("lodestone_result", "gauge", "Centre of a metric, in the unit of its label.");
  each([](const Measurement& m) { return center_of(m); });
  text.family("lodestone_result_low", "gauge", "Lower end of the 95 % interval of the centre.");
  each([](const Measurement& m) { return m.interval[0]; });
  text.family("lodestone_result_high", "gauge", "Upper end of the 95 % interval of the centre.");
  each([](const Measurement& m) { return m.interval[1]; });
  text.family("lodestone_result_runs", "gauge", "Processes or runs behind the centre.");
  each([](const Measurement& m) {
    return m.n ? std::optional(static_cast<double>(*m.n)) : std::nullopt;
  });
  text.family("lodestone_run", "info", "What was measured.");
  std::set<std::string> named;
  for (const Run& run : runs) {
    const auto fact = [&](const char* name) { return run.context.get(name).value_or(""); };
    const std::string name = run.label.empty() ? run.id : run.label;
    if (!named.insert(name).second) continue;
    text.sample({{"run", name},
                 {"id", run.id},
                 {"kernel", fact("kernel")},
                 {"cpu_model", fact("cpu_model")},
                 {"started", run.started}},
                1);
  }
  return text.finish();
}

}  // namespace

extern const Writer writer_openmetrics{
    "openmetrics", "OpenMetrics text, for Prometheus and GitLab's metrics report", write};

}  // namespace lodestone::writer_openmetrics
