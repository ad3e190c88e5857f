// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/exact_counts.h"

#include <nlohmann/json.hpp>
#include <utility>

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

KernelIdentity identity_in(const Json& pair, const char* side) {
  if (!pair.contains(side) || !pair[side].is_object() || !pair[side].contains("context")) return {};
  const Json& context = pair[side]["context"];
  if (!context.is_object()) return {};
  return {text_in(context, "kernel_build_id"), text_in(context, "kernel_banner")};
}

// Builds that are the same to the bit have one build id; a banner is shared by many.
bool may_be(const KernelIdentity& a, const KernelIdentity& b) {
  if (!a.build_id.empty() && !b.build_id.empty()) return a.build_id == b.build_id;
  return a.banner.empty() || b.banner.empty() || a.banner == b.banner;
}

std::string name_of(const KernelIdentity& kernel) {
  return kernel.build_id.empty() ? kernel.banner : "build id " + kernel.build_id;
}

void turn_round(CountedWorkload& counted) {
  std::swap(counted.base, counted.next);
  std::swap(counted.base_kernel, counted.next_kernel);
  for (CountedFunction& function : counted.functions) std::swap(function.base, function.next);
  if (counted.verdict == "more")
    counted.verdict = "less";
  else if (counted.verdict == "less")
    counted.verdict = "more";
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
        for (const Json& row : pair["rows"]) {
          const size_t before = counted.size();
          read_row(row, counted);
          if (counted.size() == before) continue;
          counted.back().base_kernel = identity_in(pair, "base");
          counted.back().next_kernel = identity_in(pair, "new");
        }
  if (counted.empty())
    return fail(ErrorCode::unreadable, "there are no exact counts in the file",
                "it is no exact comparison",
                "lodestone exact --base A --new B WORKLOAD --json > FILE");
  return counted;
}

Result<void> fit_counts(std::vector<CountedWorkload>& counts, const KernelIdentity& base,
                        const KernelIdentity& next) {
  for (CountedWorkload& counted : counts) {
    if (may_be(counted.base_kernel, base) && may_be(counted.next_kernel, next)) continue;
    if (may_be(counted.base_kernel, next) && may_be(counted.next_kernel, base)) {
      turn_round(counted);
      continue;
    }
    const bool of_base = !may_be(counted.base_kernel, base);
    return fail(ErrorCode::not_comparable, "the exact counts are of other kernels",
                counted.workload + " was counted on " +
                    name_of(of_base ? counted.base_kernel : counted.next_kernel) + ", the " +
                    (of_base ? "base" : "new side") + " is " + name_of(of_base ? base : next),
                "count these two: lodestone exact --base A --new B WORKLOAD --json > FILE");
  }
  return {};
}

}  // namespace lodestone::explain
