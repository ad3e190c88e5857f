// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/reading.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace lodestone {
namespace {

Json to_json(const ReadingRow& row) {
  Json document = to_json(row.metric);
  document["value"] = number(row.value);
  document["spread_percent"] = number(row.spread_percent);
  document["spread_kind"] = row.spread_percent ? Json(name_of(row.spread_kind)) : Json(nullptr);
  document["n"] = row.n ? Json(*row.n) : Json(nullptr);
  Json samples(nullptr);
  if (!row.samples.empty()) {
    samples = Json::array();
    for (double sample : row.samples) samples.push_back(number(sample));
  }
  document["samples"] = std::move(samples);
  if (!row.places.empty()) {
    Json places = Json::array();
    for (const Sample& place : row.places)
      places.push_back({place.boot, place.block, place.process});
    document["places"] = std::move(places);
  }
  if (row.baseline) document["baseline"] = number(row.baseline);
  if (row.index) document["index"] = number(row.index);
  if (row.printed_change_percent)
    document["printed_change_percent"] = number(row.printed_change_percent);
  if (row.rounding) document["rounding"] = number(row.rounding);
  return document;
}

constexpr const char* subject_names[] = {"points", "percent", "noise_percent"};

const char* name_of(Claim::Subject subject) {
  return subject_names[static_cast<int>(subject)];
}

std::string text_of(const Json& document, const char* key) {
  const auto found = document.find(key);
  return found != document.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> number_of(const Json& document, const char* key) {
  const auto found = document.find(key);
  return found != document.end() && found->is_number() ? std::optional(found->get<double>())
                                                       : std::nullopt;
}

// Boot, block and process of each sample; anything else there is left out as a whole.
void read_places(const Json& document, ReadingRow& row) {
  const auto found = document.find("places");
  if (found == document.end() || !found->is_array() || found->size() != row.samples.size()) return;
  std::vector<Sample> places;
  for (const Json& place : *found) {
    if (!place.is_array() || place.size() != 3) return;
    for (const Json& level : place)
      if (!level.is_number_integer() || level < 0 || level > 1'000'000'000) return;
    places.push_back({row.samples[places.size()], place[0].get<int32_t>(), place[1].get<int32_t>(),
                      place[2].get<int32_t>()});
  }
  row.places = std::move(places);
}

ReadingRow row_from(const Json& document, std::vector<Finding>& findings) {
  ReadingRow row;
  row.metric = {text_of(document, "metric"), text_of(document, "title"), text_of(document, "unit"),
                better_from(text_of(document, "better")).value_or(Better::neutral),
                kind_from(text_of(document, "kind")).value_or(Kind::count)};
  row.value = number_of(document, "value");
  row.spread_percent = number_of(document, "spread_percent");
  row.spread_kind = spread_kind_from(text_of(document, "spread_kind")).value_or(SpreadKind::sd);
  if (auto n = number_of(document, "n")) {
    if (*n >= 1 && *n <= 1e15 && *n == std::floor(*n))
      row.n = static_cast<long long>(*n);
    else
      add_finding(findings, {"F206 impossible-value",
                             row.metric.title + ": n is not a number of runs: left out",
                             "it must be a whole number from 1 on", "mend the document"});
  }
  row.baseline = number_of(document, "baseline");
  row.index = number_of(document, "index");
  row.printed_change_percent = number_of(document, "printed_change_percent");
  row.rounding = number_of(document, "rounding");
  if (const auto found = document.find("samples"); found != document.end() && found->is_array())
    for (const Json& sample : *found)
      if (sample.is_number()) row.samples.push_back(sample.get<double>());
  read_places(document, row);
  return row;
}

}  // namespace

Json to_json(const Reading& reading) {
  Json tables = Json::array();
  for (const ReadingTable& table : reading.tables) {
    Json rows = Json::array();
    for (const ReadingRow& row : table.rows) rows.push_back(to_json(row));
    Json document{{"format", table.format},
                  {"label", table.label.empty() ? Json(nullptr) : Json(table.label)},
                  {"copies", table.copies ? Json(*table.copies) : Json(nullptr)},
                  {"context", to_json(table.context)},
                  {"rows", std::move(rows)}};
    if (table.repeat_of) document["repeat_of"] = *table.repeat_of;
    tables.push_back(std::move(document));
  }
  Json pairs = Json::array();
  for (const ReadingPair& pair : reading.pairs)
    pairs.push_back({{"base", pair.base}, {"new", pair.new_}, {"why", pair.why}});
  Json statements = Json::array();
  for (const Claim& statement : reading.statements)
    statements.push_back({{"subject", name_of(statement.subject)},
                          {"low", number(statement.low)},
                          {"high", number(statement.high)},
                          {"text", statement.text}});
  return {{"schema", "lodestone.reading/1"},
          {"tables", std::move(tables)},
          {"pairs", std::move(pairs)},
          {"statements", std::move(statements)},
          {"findings", to_json(reading.findings)}};
}

Result<Reading> reading_from_json(const Json& document) {
  if (!document.is_object() || text_of(document, "schema") != "lodestone.reading/1")
    return fail(ErrorCode::unreadable, "the document is not a lodestone.reading/1");
  try {
    Reading reading;
    std::vector<Finding> left_out;
    for (const Json& t : document.at("tables")) {
      ReadingTable table;
      table.format = text_of(t, "format");
      table.label = text_of(t, "label");
      if (auto copies = number_of(t, "copies")) table.copies = static_cast<int>(*copies);
      if (const auto found = t.find("context"); found != t.end())
        table.context = context_from_json(*found);
      for (const Json& row : t.at("rows")) table.rows.push_back(row_from(row, left_out));
      if (auto repeat = number_of(t, "repeat_of")) table.repeat_of = static_cast<size_t>(*repeat);
      reading.tables.push_back(std::move(table));
    }
    for (const Json& p : document.at("pairs"))
      reading.pairs.push_back(
          {p.at("base").get<size_t>(), p.at("new").get<size_t>(), text_of(p, "why")});
    if (const auto found = document.find("statements"); found != document.end())
      for (const Json& item : *found) {
        Claim statement{Claim::Subject::percent, item.at("low").get<double>(),
                        item.at("high").get<double>(), text_of(item, "text")};
        for (int i = 0; i < 3; ++i)
          if (text_of(item, "subject") == subject_names[i])
            statement.subject = static_cast<Claim::Subject>(i);
        reading.statements.push_back(std::move(statement));
      }
    reading.findings = findings_from_json(document.at("findings"));
    for (Finding& finding : left_out) add_finding(reading.findings, std::move(finding));
    for (const ReadingPair& pair : reading.pairs)
      if (pair.base >= reading.tables.size() || pair.new_ >= reading.tables.size())
        return fail(ErrorCode::unreadable, "a pair names a table that is not there");
    return reading;
  } catch (const std::exception& problem) {
    return fail(ErrorCode::unreadable, "the reading cannot be understood", problem.what());
  }
}

}  // namespace lodestone
