// SPDX-License-Identifier: GPL-2.0-or-later
// Bencher Metric Format: {"BENCHMARK": {"MEASURE": {value, lower_value, upper_value}}}. Names of
// measures are slugs of the quantity and its unit.
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "formats/groups.h"

namespace lodestone::writer_bencher {
namespace {

std::string slug(const std::string& text) {
  std::string out;
  for (const char c : to_lower(text)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain)
      out += c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out.empty() ? "value" : out;
}

Result<std::string> write(Runs runs) {
  Json document = Json::object();
  for (const Group& group : groups_of(runs)) {
    Json& measures = document[prefix_of(group, runs) + path_of(group)];
    for (const Measurement* m : group.metrics) {
      Json measure{{"value", *center_of(*m)}};
      if (m->interval[0]) measure["lower_value"] = number(m->interval[0]);
      if (m->interval[1]) measure["upper_value"] = number(m->interval[1]);
      const std::string unit = m->metric.unit.empty() ? "" : " " + m->metric.unit;
      measures[slug(quantity_of(group, *m) + unit)] = std::move(measure);
    }
  }
  if (document.empty()) return nothing_to_write(runs);
  return to_text(document) + "\n";
}

}  // namespace

extern const Writer writer_bencher{"bencher", "Bencher Metric Format (BMF)", write};

}  // namespace lodestone::writer_bencher
