// SPDX-License-Identifier: GPL-2.0-or-later
// The granule as JSON, and where it is kept.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "lab/granule.h"
#include "lab/machine.h"

namespace lodestone::lab {
namespace {

Json contrast_json(const Contrast& contrast) {
  Json json{{"n", contrast.n},
            {"change_percent", contrast.n ? number(contrast.change_percent) : Json(nullptr)}};
  json["interval_percent"] =
      contrast.has_interval
          ? Json::array({number(contrast.low_percent), number(contrast.high_percent)})
          : Json(nullptr);
  json["effect"] = name_of(contrast.effect);
  return json;
}

Contrast contrast_of(const Json& json) {
  Contrast contrast;
  contrast.n = json.value("n", 0);
  if (json.contains("change_percent") && json["change_percent"].is_number())
    contrast.change_percent = json["change_percent"];
  if (json.contains("interval_percent") && json["interval_percent"].is_array() &&
      json["interval_percent"].size() == 2) {
    contrast.has_interval = true;
    contrast.low_percent = json["interval_percent"][0];
    contrast.high_percent = json["interval_percent"][1];
  }
  const std::string effect = json.value("effect", "undecided");
  for (Effect one : {Effect::slower, Effect::faster, Effect::same})
    if (effect == name_of(one)) contrast.effect = one;
  return contrast;
}

}  // namespace

Json granule_json(const Granule& granule) {
  Json json{{"schema", "lodestone.granule/1"}, {"sentence", granule_sentence(granule)}};
  json["bytes"] = granule.bytes ? Json(*granule.bytes) : Json(nullptr);
  json["adjacent_line"] = name_of(granule.adjacent_line);
  json["adjacent"] = contrast_json(granule.adjacent);
  json["upper_half"] = contrast_json(granule.upper_half);
  json["cpu_model"] = granule.cpu_model;
  json["cpus"] = granule.cpus;
  json["relation"] = granule.relation;
  json["measured"] = granule.measured;
  json["seed"] = granule.seed;
  json["windows"] = granule.windows;
  json["discarded"] = granule.discarded;
  json["cannot_claim"] = granule.cannot_claim;
  json["rows"] = Json::array();
  for (const GranuleRow& row : granule.rows)
    json["rows"].push_back({{"mix", name_of(row.mix)},
                            {"first", row.layout.first},
                            {"second", row.layout.second},
                            {"nanoseconds", number(row.nanoseconds)},
                            {"against_far", contrast_json(row.against_far)}});
  return json;
}

Result<Granule> granule_from_json(const Json& document) {
  try {
    if (document.value("schema", "") != "lodestone.granule/1")
      return fail(ErrorCode::unreadable, "not a lodestone.granule/1 document");
    Granule granule;
    granule.adjacent = contrast_of(document.at("adjacent"));
    granule.upper_half = contrast_of(document.at("upper_half"));
    granule.cpu_model = document.at("cpu_model");
    granule.cpus = document.at("cpus").get<std::vector<int>>();
    granule.relation = document.at("relation");
    granule.measured = document.at("measured");
    granule.seed = document.at("seed");
    granule.windows = document.at("windows");
    granule.discarded = document.at("discarded");
    granule.cannot_claim = document.at("cannot_claim").get<std::vector<std::string>>();
    for (const Json& item : document.at("rows")) {
      GranuleRow row;
      for (Mix mix : {Mix::plain, Mix::locked, Mix::write_read, Mix::contended})
        if (item.at("mix") == name_of(mix)) row.mix = mix;
      row.layout = {item.at("first").get<int>(), item.at("second").get<int>()};
      row.nanoseconds = item.at("nanoseconds").is_number() ? item["nanoseconds"].get<double>() : 0;
      row.against_far = contrast_of(item.at("against_far"));
      granule.rows.push_back(row);
    }
    conclude(granule);  // from the rows, not from what the file says of them
    return granule;
  } catch (const std::exception& error) {
    return fail(ErrorCode::unreadable, "the stored granule cannot be read", error.what(),
                "measure it again: lodestone lab granule");
  }
}

std::string granule_path() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  const std::string base =
      data && *data == '/' ? data : std::string(home ? home : "/tmp") + "/.local/share";
  return base + "/lodestone/granule.json";
}

Result<void> save_granule(const Granule& granule, const std::string& path) {
  LODESTONE_TRY(make_directories(path.substr(0, path.rfind('/'))));
  return write_file(path, to_text(granule_json(granule)));
}

Result<Granule> load_granule(const std::string& path) {
  if (!exists(path))
    return fail(ErrorCode::not_found, "the sharing granule of this machine has not been measured",
                {}, "lodestone lab granule");
  LODESTONE_ASSIGN(std::string text, read_file(path, 1 << 24));
  LODESTONE_ASSIGN(Json document, parse_json(text));
  LODESTONE_ASSIGN(Granule granule, granule_from_json(document));
  const std::string model = cpu_model();
  if (granule.cpu_model != model)
    return fail(ErrorCode::not_found, "the stored sharing granule is another machine's",
                "it was measured on " + granule.cpu_model + ", this is " + model,
                "lodestone lab granule");
  return granule;
}

}  // namespace lodestone::lab
