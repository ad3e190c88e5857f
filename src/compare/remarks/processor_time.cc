// SPDX-License-Identifier: GPL-2.0-or-later
// User and system time beside a throughput: neither has a direction of its own. With throughput up,
// more user time is more work done; less system time with it means that the kernel does the same
// work for less.
#include <fmt/format.h>

#include "base/text.h"
#include "compare/remark.h"

namespace lodestone::remark_processor_time {
namespace {

const ComparisonRow* find_suffix(const PairComparison& pair, std::string_view suffix) {
  for (const ComparisonRow& row : pair.rows)
    if (row.metric.id.ends_with(suffix) && row.change_percent) return &row;
  return nullptr;
}

void on_pair(const Side&, const Side&, PairComparison& pair) {
  const ComparisonRow* user = find_suffix(pair, "time.user_time");
  const ComparisonRow* system = find_suffix(pair, "time.system_time");
  if (!user && !system) return;
  const ComparisonRow* rate = nullptr;
  for (const ComparisonRow& row : pair.rows)
    if (row.metric.better == Better::higher && row.metric.kind == Kind::rate &&
        row.change_percent) {
      rate = &row;
      break;
    }
  std::vector<std::string> parts;
  for (const ComparisonRow* row : {user, system})
    if (row) parts.push_back(fmt::format("{} {:+.1f} %", row->metric.id, *row->change_percent));
  std::string meaning = "processor time has no direction of its own";
  if (rate && *rate->change_percent > 0 && system && *system->change_percent < 0)
    meaning += ": with more operations done in less system time, each costs less in the kernel";
  else if (rate && *rate->change_percent > 0 && user && *user->change_percent > 0)
    meaning += ": more operations done also take more user time";
  else if (rate && *rate->change_percent < 0 && system && *system->change_percent > 0)
    meaning += ": fewer operations done in more system time, so each costs more in the kernel";
  add_finding(pair.findings,
              {"F045 processor-time",
               join(parts, ", ") + (rate ? fmt::format(" beside {} {:+.1f} %", rate->metric.id,
                                                       *rate->change_percent)
                                         : ""),
               meaning, ""});
}

}  // namespace

extern const Remark remark_processor_time{"processor-time", on_pair, nullptr};

}  // namespace lodestone::remark_processor_time
