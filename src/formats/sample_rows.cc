// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/sample_rows.h"

#include <nlohmann/json.hpp>

#include "formats/groups.h"

namespace lodestone {
namespace {

Json or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

// Readers of long tables tell rows apart by metric, label and copies alone, so parameters and
// threads stand in the name, too: "lat/mmap,size=64k.time".
std::string full_name(const Group& group, const Measurement& m) {
  std::string conditions;
  for (const auto& [name, value] : condition_of(group))
    if (name != "copies") conditions += "," + name + "=" + value;
  return conditions.empty() ? std::string(m.metric.id)
                            : group.name + conditions + "." + quantity_of(group, m);
}

// The fields that all samples of a measurement share; the others are null.
Json row_of(const Group& group, const Measurement& m) {
  const Run& run = *group.run;
  const auto fact = [&](const char* name) { return or_null(run.context.get(name).value_or("")); };
  return {{"run_id", or_null(run.id)},
          {"label", or_null(run.label)},
          {"method", run.method},
          {"started", or_null(run.started)},
          {"machine", fact("machine")},
          {"cpu_model", fact("cpu_model")},
          {"kernel", fact("kernel")},
          {"boot_id", or_null(run.boot_id)},
          {"workload", or_null(group.result->id)},
          {"copies", group.result->copies},
          {"mode", group.result->mode},
          {"parameters", group.result->parameters},
          {"boot", nullptr},
          {"block", nullptr},
          {"process", nullptr},
          {"metric", full_name(group, m)},
          {"unit", m.metric.unit},
          {"better", name_of(m.metric.better)},
          {"kind", name_of(m.metric.kind)},
          {"basis", name_of(m.basis)},
          {"value", nullptr}};
}

}  // namespace

bool each_sample_row(Runs runs, const std::function<void(const Json&)>& take) {
  bool any = false;
  for (const Group& group : groups_of(runs))
    for (const Measurement* m : group.metrics) {
      Json row = row_of(group, *m);
      if (m->samples.empty())
        for (const double value : values_of(*m)) {
          row["value"] = value;
          take(row);
          any = true;
        }
      for (const Sample& sample : m->samples) {
        row["boot"] = sample.boot;
        row["block"] = sample.block;
        row["process"] = sample.process;
        row["value"] = number(sample.value);
        take(row);
        any = true;
      }
    }
  return any;
}

}  // namespace lodestone
