// SPDX-License-Identifier: GPL-2.0-or-later
// hyperfine's JSON: every time as one "command", in seconds. Rates have no place in it; user and
// system time only stand there where they were measured.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "formats/groups.h"
#include "stats/sample.h"

namespace lodestone::writer_hyperfine {
namespace {

bool is_part(const std::string& quantity) {
  return quantity == "user" || quantity == "system";
}

// Mean in seconds of a part of the time, where the group has it.
std::optional<double> part(const Group& group, const char* name) {
  for (const Measurement* m : group.metrics)
    if (const auto unit = seconds_in(m->metric.unit); unit && quantity_of(group, *m) == name)
      return *center_of(*m) * *unit;
  return std::nullopt;
}

Json result_of(const Group& group, const Measurement& m, double unit, std::string command) {
  std::vector<double> times = values_of(m);
  for (double& time : times) time *= unit;
  const auto deviation = stats::standard_deviation(times);
  Json result{{"command", std::move(command)},
              {"mean", number(times.empty() ? *center_of(m) * unit : *stats::mean(times))}};
  if (times.size() > 1)
    result["stddev"] = number(deviation);
  else if (times.empty() && m.spread_percent && m.spread_kind == SpreadKind::sd)
    result["stddev"] = number(*center_of(m) * unit * *m.spread_percent / 100);
  else
    result["stddev"] = nullptr;
  if (!times.empty()) result["median"] = number(stats::median(times));
  for (const char* name : {"user", "system"})
    if (const auto seconds = part(group, name)) result[name] = number(*seconds);
  if (!times.empty()) {
    result["min"] = *std::min_element(times.begin(), times.end());
    result["max"] = *std::max_element(times.begin(), times.end());
    result["times"] = times;
  }
  Json parameters = Json::object();
  for (const auto& [name, value] : condition_of(group)) parameters[name] = value;
  if (!parameters.empty()) result["parameters"] = std::move(parameters);
  return result;
}

Result<std::string> write(Runs runs) {
  Json results = Json::array();
  for (const Group& group : groups_of(runs)) {
    std::vector<std::pair<const Measurement*, double>> times;
    for (const Measurement* m : group.metrics)
      if (const auto unit = seconds_in(m->metric.unit);
          unit && m->metric.kind == Kind::time && !is_part(quantity_of(group, *m)))
        times.emplace_back(m, *unit);
    for (const auto& [m, unit] : times) {
      std::string name = prefix_of(group, runs) + path_of(group);
      if (times.size() > 1) name += " " + quantity_of(group, *m);
      results.push_back(result_of(group, *m, unit, std::move(name)));
    }
  }
  if (results.empty())
    return fail(ErrorCode::unsupported, "there is no time to write",
                "hyperfine's layout holds times only", "gobench and csv hold rates, too");
  return to_text({{"results", std::move(results)}, {"measured_by", "lodestone"}}) + "\n";
}

}  // namespace

extern const Writer writer_hyperfine{"hyperfine", "hyperfine's JSON: times in seconds", write};

}  // namespace lodestone::writer_hyperfine
