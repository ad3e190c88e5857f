// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/exact_counts.h"

#include <nlohmann/json.hpp>

#include "base/json.h"

namespace lodestone::explain {
namespace {

double number_in(const Json& object, const char* name) {
  const auto at = object.find(name);
  return at != object.end() && at->is_number() ? at->get<double>() : 0;
}

std::string text_in(const Json& object, const char* name) {
  const auto at = object.find(name);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

void read_row(const Json& row, std::vector<CountedWorkload>& into) {
  if (!row.is_object() || text_in(row, "basis") != "exact") return;
  if (!text_in(row, "metric").ends_with(".instructions.kernel")) return;
  CountedWorkload counted;
  counted.workload = text_in(row, "workload");
  counted.verdict = text_in(row, "verdict");
  if (row.contains("base") && row["base"].is_object())
    counted.base = number_in(row["base"], "center");
  if (row.contains("new") && row["new"].is_object()) counted.next = number_in(row["new"], "center");
  if (row.contains("details") && row["details"].is_array())
    for (const Json& detail : row["details"])
      if (detail.is_object())
        counted.functions.push_back({text_in(detail, "name"), number_in(detail, "base"),
                                     number_in(detail, "new"), text_in(detail, "note")});
  into.push_back(std::move(counted));
}

}  // namespace

Result<std::vector<CountedWorkload>> read_exact_counts(std::string_view json) {
  LODESTONE_ASSIGN(const Json document, parse_json(json));
  std::vector<CountedWorkload> counted;
  if (document.is_object() && text_in(document, "schema") == "lodestone.comparison/1" &&
      document.contains("pairs") && document["pairs"].is_array())
    for (const Json& pair : document["pairs"])
      if (pair.is_object() && pair.contains("rows") && pair["rows"].is_array())
        for (const Json& row : pair["rows"]) read_row(row, counted);
  if (counted.empty())
    return fail(ErrorCode::unreadable, "there are no exact counts in the file",
                "it is no exact comparison",
                "lodestone exact --base A --new B WORKLOAD --json > FILE");
  return counted;
}

}  // namespace lodestone::explain
