// SPDX-License-Identifier: GPL-2.0-or-later
// google-benchmark's JSON: one "iteration" entry a process. real_time is the workload's time; of a
// rate it is the time of one unit of it (one loop, one MB). Every metric stands beside it as a
// counter under its own name. cpu_time is there only where the windows of the passes hold it.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "formats/groups.h"

namespace lodestone::writer_google_benchmark {
namespace {

// Seconds of one unit of a rate per second, minute: what its inverse has to be multiplied with.
double seconds_of_rate(const Metric& metric) {
  const bool minutes = metric.unit == "lpm" || metric.unit.ends_with("/min");
  return minutes ? 60 : 1;
}

// The metric that real_time shows: the first time, else the first rate.
const Measurement* main_of(const Group& group) {
  for (const Measurement* m : group.metrics)
    if (m->metric.kind == Kind::time && seconds_in(m->metric.unit)) return m;
  for (const Measurement* m : group.metrics)
    if (m->metric.kind == Kind::rate && *center_of(*m) > 0) return m;
  return nullptr;
}

std::optional<double> sample_of(const Measurement& m, const Sample& like) {
  for (const Sample& sample : m.samples)
    if (sample.boot == like.boot && sample.block == like.block && sample.process == like.process)
      return sample.value;
  return std::nullopt;
}

// {real_time, time_unit} of a value of the main metric.
void set_time(Json& entry, const Metric& metric, double value) {
  double real = value;
  std::string unit = "ns";
  if (metric.kind == Kind::time) {
    const double seconds = *seconds_in(metric.unit);
    // Units that the library knows keep the number to the last bit.
    unit = seconds == 1 ? "s" : seconds == 1e-3 ? "ms" : seconds == 1e-6 ? "us" : "ns";
    if (seconds == 60) real = value * 60, unit = "s";
  } else {
    real = 1e9 * seconds_of_rate(metric) / value;
  }
  entry["real_time"] = number(real);
  entry["time_unit"] = unit;
}

Json entry_of(const Group& group, const std::string& name, int family, size_t repetitions,
              size_t index) {
  return {{"name", name},
          {"family_index", family},
          {"per_family_instance_index", 0},
          {"run_name", name},
          {"run_type", "iteration"},
          {"repetitions", repetitions},
          {"repetition_index", index},
          {"threads", group.result->copies},
          {"iterations", 1}};
}

void add_group(Json& benchmarks, const Group& group, const std::string& name, int family) {
  const Measurement* main = main_of(group);
  if (!main) return;
  const size_t repetitions = std::max<size_t>(main->samples.size(), 1);
  for (size_t i = 0; i < repetitions; ++i) {
    const bool single = main->samples.empty();
    const double value = single ? *center_of(*main) : main->samples[i].value;
    if (!std::isfinite(value) || (main->metric.kind == Kind::rate && value <= 0)) continue;
    Json entry = entry_of(group, name, family, repetitions, i);
    set_time(entry, main->metric, value);
    for (const Measurement* m : group.metrics) {
      if (m == main && m->metric.kind == Kind::time) continue;
      const auto counter = single ? center_of(*m) : sample_of(*m, main->samples[i]);
      const std::string key = quantity_of(group, *m);
      if (counter && std::isfinite(*counter) && !entry.contains(key)) entry[key] = *counter;
    }
    entry["label"] = main->metric.unit;
    benchmarks.push_back(std::move(entry));
  }
}

Result<std::string> write(Runs runs) {
  Json benchmarks = Json::array();
  int family = 0;
  for (const Group& group : groups_of(runs))
    add_group(benchmarks, group, prefix_of(group, runs) + path_of(group), family++);
  if (benchmarks.empty())
    return fail(ErrorCode::unsupported, "there is neither a time nor a rate to write");
  const Run& first = runs.front();
  const auto fact = [&](const char* name) { return first.context.get(name).value_or("unknown"); };
  Json context{{"date", first.started},     {"host_name", fact("machine")},
               {"executable", "lodestone"}, {"num_cpus", parse_integer(fact("cpus")).value_or(0)},
               {"kernel", fact("kernel")},  {"caches", Json::array()},
               {"json_schema_version", 1}};
  return to_text({{"context", std::move(context)}, {"benchmarks", std::move(benchmarks)}}) + "\n";
}

}  // namespace

extern const Writer writer_google_benchmark{"google-benchmark",
                                            "google-benchmark's JSON, one entry a process", write};

}  // namespace lodestone::writer_google_benchmark
