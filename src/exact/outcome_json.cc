// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/outcome_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace lodestone::exact {
namespace {

Json json_of(const BranchCounts& branches) {
  return {{"conditional_taken", branches.conditional_taken},
          {"conditional_not_taken", branches.conditional_not_taken},
          {"conditional_unknown", branches.conditional_unknown},
          {"jumps", branches.jumps},
          {"indirect_jumps", branches.indirect_jumps},
          {"calls", branches.calls},
          {"indirect_calls", branches.indirect_calls},
          {"returns", branches.returns}};
}

Json json_of(const Functions& functions) {
  Json list = Json::array();
  for (const auto& [name, count] : functions)
    list.push_back({{"name", name},
                    {"instructions", count.instructions},
                    {"branches", count.branches},
                    {"calls", count.calls},
                    {"code", fmt::format("{:016x}", count.code_hash)}});
  return list;
}

}  // namespace

Json to_json(const WorkloadOutcome& outcome) {
  Json distributions = Json::object();
  for (size_t q = 0; q < quantities; ++q) {
    const Distribution& counts = outcome.counts[q];
    if (counts.empty() || (q >= first_memory_quantity && counts.all_zero())) continue;
    auto mode = counts.mode();
    distributions[quantity_names[q]] = {
        {"mode", mode ? Json(*mode) : Json(nullptr)},
        {"mode_share", mode ? Json(counts.share_of(*mode)) : Json(nullptr)},
        {"minimum", counts.minimum()},
        {"quartile1", counts.quantile(0.25)},
        {"median", counts.quantile(0.5)},
        {"quartile3", counts.quantile(0.75)},
        {"percentile99", counts.quantile(0.99)},
        {"maximum", counts.quantile(1)}};
  }
  Json beside = Json::object();
  for (size_t c = 1; c < cause_count; ++c) beside[cause_names[c]] = outcome.foreign[c];
  return {{"workload", outcome.workload},
          {"operations", outcome.operations},
          {"counted_per_operation", outcome.counted},
          {"distributions", std::move(distributions)},
          {"path",
           {{"usual", outcome.usual},
            {"entry", outcome.sources.entry},
            {"exit", outcome.sources.exit},
            {"work", outcome.sources.work},
            {"kernel_branches", json_of(outcome.kernel_branches)},
            {"user_branches", json_of(outcome.user_branches)},
            {"kernel_functions", json_of(outcome.kernel)},
            {"user_functions", json_of(outcome.user)}}},
          {"beside_the_path", std::move(beside)}};
}

}  // namespace lodestone::exact
