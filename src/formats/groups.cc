// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/groups.h"

#include <cmath>
#include <set>

#include "base/text.h"
#include "model/unit.h"

namespace lodestone {

std::vector<Group> groups_of(Runs runs) {
  std::vector<Group> groups;
  for (const Run& run : runs)
    for (const WorkloadResult& result : run.workloads) {
      Group group{&run, &result, result.id, {}};
      for (const Measurement& m : result.metrics) {
        if (!center_of(m)) continue;
        if (result.id.empty())
          groups.push_back({&run, &result, m.metric.id, {&m}});
        else
          group.metrics.push_back(&m);
      }
      if (!group.metrics.empty()) groups.push_back(std::move(group));
    }
  return groups;
}

std::vector<std::pair<std::string, std::string>> condition_of(const Group& group) {
  std::vector<std::pair<std::string, std::string>> condition;
  if (!group.result->id.empty() || group.result->copies > 1)
    condition.emplace_back("copies", std::to_string(group.result->copies));
  // "sweep": what a whole sweep comes to, beside its points.
  if (group.result->mode == "thread" || group.result->mode == "sweep")
    condition.emplace_back("mode", group.result->mode);
  for (const auto& [name, value] : group.result->parameters) condition.emplace_back(name, value);
  return condition;
}

std::string path_of(const Group& group) {
  std::string path = group.name;
  for (const auto& [name, value] : condition_of(group)) path += "/" + name + "=" + value;
  return path;
}

std::string quantity_of(const Group& group, const Measurement& measurement) {
  const Name id = measurement.metric.id;
  if (id == group.name) return "value";
  if (id.starts_with(group.name + ".")) return id.substr(group.name.size() + 1);
  return id;
}

std::string prefix_of(const Group& group, Runs runs) {
  std::set<std::string> labels;
  for (const Run& run : runs) labels.insert(run.label.empty() ? run.id : run.label);
  if (labels.size() < 2) return "";
  return (group.run->label.empty() ? group.run->id : group.run->label) + ": ";
}

std::vector<double> values_of(const Measurement& measurement) {
  std::vector<double> values;
  for (const Sample& sample : measurement.samples)
    if (std::isfinite(sample.value)) values.push_back(sample.value);
  if (values.empty() && !measurement.spread_percent && measurement.n.value_or(1) == 1)
    if (const auto center = center_of(measurement)) values.push_back(*center);
  return values;
}

std::optional<double> center_of(const Measurement& measurement) {
  if (measurement.center && std::isfinite(*measurement.center)) return measurement.center;
  double sum = 0;
  size_t count = 0;
  for (const Sample& sample : measurement.samples)
    if (std::isfinite(sample.value)) {
      sum += sample.value;
      ++count;
    }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

std::optional<double> seconds_in(std::string_view unit) {
  for (const std::string_view end : {"/op", "/call", "/iteration"})
    if (unit.ends_with(end)) unit.remove_suffix(end.size());
  return unit.empty() ? std::nullopt : conversion(unit, "s");
}

std::string document_text(std::string_view text) {
  std::string out(text);
  const bool whole = valid_utf8(text);
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f || (!whole && byte >= 0x80))
      c = ' ';
  }
  return out;
}

}  // namespace lodestone
