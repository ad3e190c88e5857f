// SPDX-License-Identifier: GPL-2.0-or-later
// OpenMetrics text of a comparison: the change of every row with its interval and verdict.
#include <set>

#include "formats/comparison_writer.h"
#include "formats/metric_text.h"

namespace lodestone::comparison_writer_openmetrics {
namespace {

MetricLabels labels_of(const PairComparison& pair, const ComparisonRow& row) {
  return {{"metric", row_path(row)},
          {"unit", row.metric.unit},
          {"better", name_of(row.metric.better)},
          {"machine", pair.base.context.get("machine").value_or("")},
          {"base", pair.base.label},
          {"new", pair.new_.label}};
}

Result<std::string> write(const Comparison& comparison) {
  MetricText text;
  bool any = false;
  const auto each = [&](auto&& value_of, bool with_verdict) {
    std::set<MetricLabels> seen;
    for (const PairComparison& pair : comparison.pairs)
      for (const ComparisonRow& row : pair.rows)
        if (const auto value = value_of(row)) {
          MetricLabels labels = labels_of(pair, row);
          if (with_verdict) labels.emplace_back("verdict", name_of(row.verdict));
          if (!seen.insert(labels).second) continue;
          text.sample(labels, *value);
          any = true;
        }
  };
  const auto low = [](const ComparisonRow& row) {
    return row.interval_percent ? std::optional(row.interval_percent->low) : std::nullopt;
  };
  const auto high = [](const ComparisonRow& row) {
    return row.interval_percent ? std::optional(row.interval_percent->high) : std::nullopt;
  };
  text.family("lodestone_change_percent", "gauge", "Change of the new side against the base.");
  each([](const ComparisonRow& row) { return row.change_percent; }, false);
  text.family("lodestone_change_low_percent", "gauge", "Lower end of the change's interval.");
  each(low, false);
  text.family("lodestone_change_high_percent", "gauge", "Upper end of the change's interval.");
  each(high, false);
  text.family("lodestone_verdict", "gauge", "1 for the verdict of each metric.");
  each([](const ComparisonRow&) { return std::optional(1.0); }, true);
  if (!any) return fail(ErrorCode::unsupported, "there is no row to write");
  return text.finish();
}

}  // namespace

extern const ComparisonWriter comparison_writer_openmetrics{
    "openmetrics", "OpenMetrics text: changes, intervals, verdicts", write};

}  // namespace lodestone::comparison_writer_openmetrics
