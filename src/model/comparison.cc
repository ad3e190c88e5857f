// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/comparison.h"

#include <nlohmann/json.hpp>

namespace lodestone {
namespace {

Json to_json(const std::optional<Interval>& interval) {
  return interval ? Json{number(interval->low), number(interval->high)} : Json(nullptr);
}

Json to_json(const SideSummary& side) {
  return {{"n", side.n ? Json(*side.n) : Json(nullptr)},
          {"center", number(side.center)},
          {"spread_percent", number(side.spread_percent)}};
}

Json to_json(const ComparedSide& side) {
  return {{"label", side.label}, {"context", to_json(side.context)}};
}

}  // namespace

Json to_json(const Headline& headline) {
  return {{"verdict", name_of(headline.verdict)},
          {"direction", name_of(headline.direction)},
          {"metric", headline.metric},
          {"change_percent", number(headline.change_percent)},
          {"interval_percent", to_json(headline.interval_percent)},
          {"basis", name_of(headline.basis)},
          {"sentence", headline.sentence}};
}

Json to_json(const ComparisonRow& row) {
  Json document{{"metric", row.metric.id},
                {"workload", row.workload},
                {"title", row.metric.title},
                {"unit", row.metric.unit},
                {"better", name_of(row.metric.better)},
                {"kind", name_of(row.metric.kind)},
                {"copies", row.copies ? Json(*row.copies) : Json(nullptr)},
                {"mode", row.mode},
                {"parameters", row.parameters},
                {"family", row.family == Family::headline ? "headline" : "explanation"},
                {"base", to_json(row.base)},
                {"new", to_json(row.new_)},
                {"change_percent", number(row.change_percent)},
                {"difference", number(row.difference)},
                {"interval_percent", to_json(row.interval_percent)},
                {"verdict", name_of(row.verdict)},
                {"direction", name_of(row.direction)},
                {"margin_percent", number(row.margin_percent)},
                {"minimum_detectable_percent", number(row.minimum_detectable_percent)},
                {"adjusted_p", number(row.adjusted_p)},
                {"basis", name_of(row.basis)},
                {"note", row.note}};
  if (!row.details.empty()) {
    Json details = Json::array();
    for (const RowDetail& detail : row.details) {
      Json entry{
          {"name", detail.name}, {"base", number(detail.base)}, {"new", number(detail.new_)}};
      for (const auto& [name, value] : detail.values) entry[name] = number(value);
      if (!detail.note.empty()) entry["note"] = detail.note;
      details.push_back(std::move(entry));
    }
    document["details"] = std::move(details);
  }
  return document;
}

Json to_json(const CombinedRow& row) {
  Json parts = Json::array();
  for (const CombinedRow::Part& part : row.parts)
    parts.push_back({{"name", part.name},
                     {"change_percent", number(part.change_percent)},
                     {"interval_percent", to_json(part.interval_percent)},
                     {"direction", name_of(part.direction)}});
  return {{"metric", row.metric.id},
          {"workload", row.workload},
          {"title", row.metric.title},
          {"better", name_of(row.metric.better)},
          {"copies", row.copies ? Json(*row.copies) : Json(nullptr)},
          {"mode", row.mode},
          {"parameters", row.parameters},
          {"parts", std::move(parts)},
          {"change_percent", number(row.change_percent)},
          {"interval_percent", to_json(row.interval_percent)},
          {"between_percent", number(row.between_percent)},
          {"heterogeneity_percent", number(row.heterogeneity_percent)},
          {"adjusted_p", number(row.adjusted_p)},
          {"margin_percent", number(row.margin_percent)},
          {"verdict", name_of(row.verdict)},
          {"direction", name_of(row.direction)},
          {"note", row.note}};
}

Json to_json(const Comparison& comparison) {
  Json pairs = Json::array();
  for (const PairComparison& pair : comparison.pairs) {
    Json rows = Json::array();
    for (const ComparisonRow& row : pair.rows) rows.push_back(to_json(row));
    pairs.push_back({{"base", to_json(pair.base)},
                     {"new", to_json(pair.new_)},
                     {"headline", to_json(pair.headline)},
                     {"comparable", pair.comparable},
                     {"rows", std::move(rows)},
                     {"findings", to_json(pair.findings)}});
  }
  Json document{{"schema", "lodestone.comparison/1"},
                {"headline", to_json(comparison.headline)},
                {"findings", to_json(comparison.findings)},
                {"pairs", std::move(pairs)}};
  if (!comparison.combined.empty()) {
    Json combined = Json::array();
    for (const CombinedRow& row : comparison.combined) combined.push_back(to_json(row));
    document["combined"] = std::move(combined);
  }
  return document;
}

}  // namespace lodestone
