// SPDX-License-Identifier: GPL-2.0-or-later
// Several machines: a change that is real points the same way on all of them. Lists which metrics
// do and which do not.
#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "compare/remark.h"

namespace lodestone::remark_agreement {
namespace {

void on_all(Comparison& comparison, const std::vector<Claim>&) {
  const size_t machines = comparison.pairs.size();
  if (machines < 2) return;
  std::map<std::string, std::vector<const ComparisonRow*>> by_metric;
  std::vector<std::string> order;
  for (const PairComparison& pair : comparison.pairs)
    for (const ComparisonRow& row : pair.rows) {
      if (row.family != Family::headline || !row.change_percent ||
          row.metric.better == Better::neutral)
        continue;
      auto& rows = by_metric[row.metric.id];
      if (rows.empty()) order.push_back(row.metric.id);
      rows.push_back(&row);
    }
  std::vector<std::string> agree, disagree;
  for (const std::string& id : order) {
    const auto& rows = by_metric[id];
    if (rows.size() != machines) continue;
    bool same = true;
    std::vector<std::string> changes;
    for (const ComparisonRow* row : rows) {
      same = same && row->direction == rows[0]->direction;
      changes.push_back(fmt::format("{:+.1f}", *row->change_percent));
    }
    const std::string name(rows[0]->metric.title.empty() ? id : rows[0]->metric.title.view());
    (same ? agree : disagree).push_back(name + " " + join(changes, " / ") + " %");
  }
  if (!agree.empty())
    add_finding(comparison.findings, {"F050 directions-agree",
                                      fmt::format("the same direction in all {} comparisons: {}",
                                                  machines, join(agree, ", ")),
                                      "", ""});
  if (!disagree.empty())
    add_finding(comparison.findings,
                {"F051 directions-disagree", "opposite directions: " + join(disagree, ", "),
                 "an effect of the change itself would rarely turn round between machines", ""});
}

}  // namespace

extern const Remark remark_agreement{"agreement", nullptr, on_all};

}  // namespace lodestone::remark_agreement
