// SPDX-License-Identifier: GPL-2.0-or-later
// Phoronix Test Suite's composite.xml: one System a label, one Result a metric and condition with
// an Entry a system. Lengths and fields as its schema wants them.
#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "base/text.h"
#include "formats/groups.h"

namespace lodestone::writer_phoronix {
namespace {

void add(pugi::xml_node parent, const char* name, const std::string& text) {
  parent.append_child(name).text() = document_text(text).c_str();
}

// At most `most` bytes, cut at a character.
std::string cut(std::string text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;
  return text.substr(0, most);
}

// "2026-11-30 12:00:00"; the schema wants a time even where none is known.
std::string time_text(const std::string& utc) {
  return utc.size() >= 19 ? utc.substr(0, 10) + " " + utc.substr(11, 8) : "1970-01-01 00:00:00";
}

std::string system_of(const Run& run) {
  const std::string name = run.label.empty() ? run.id : run.label;
  return cut(name.empty() ? "run" : name, 128);
}

void add_head(pugi::xml_node root, Runs runs) {
  pugi::xml_node generated = root.append_child("Generated");
  add(generated, "Title", "lodestone");
  add(generated, "LastModified", time_text(runs.front().started));
  add(generated, "TestClient", "lodestone");
  add(generated, "Description", "Measured by lodestone, not by the Phoronix Test Suite");
  std::vector<std::string> known;
  for (const Run& run : runs) {
    const std::string name = system_of(run);
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    known.push_back(name);
    const auto fact = [&](const char* key) {
      return replace_all(run.context.get(key).value_or("unknown"), ",", ";");
    };
    pugi::xml_node system = root.append_child("System");
    add(system, "Identifier", name);
    add(system, "Hardware", "Processor: " + fact("cpu_model") + ", Memory: " + fact("memory"));
    add(system, "Software", "OS: " + fact("distribution") + ", Kernel: " + fact("kernel"));
    add(system, "User", "");
    add(system, "TimeStamp", time_text(run.started));
    add(system, "TestClientVersion", "lodestone");
    add(system, "Notes", "");
  }
}

struct Values {
  std::vector<double> raw;
  std::optional<double> center;  // where there are no raw values
};

struct Row {
  Group group;
  const Measurement* m = nullptr;
  std::vector<std::pair<std::string, Values>> systems;
};

// Rows of one metric and condition, with the values of all runs of a label together.
std::vector<Row> rows_of(Runs runs) {
  std::vector<Row> rows;
  std::map<std::string, size_t> places;
  for (const Group& group : groups_of(runs))
    for (const Measurement* m : group.metrics) {
      const auto [place, fresh] =
          places.try_emplace(path_of(group) + " " + quantity_of(group, *m), rows.size());
      if (fresh) rows.push_back({group, m, {}});
      Row& row = rows[place->second];
      const std::string system = system_of(*group.run);
      if (row.systems.empty() || row.systems.back().first != system)
        row.systems.push_back({system, {}});
      Values& values = row.systems.back().second;
      const auto more = values_of(*m);
      values.raw.insert(values.raw.end(), more.begin(), more.end());
      values.center = center_of(*m);
    }
  return rows;
}

std::string description_of(const Row& row) {
  std::vector<std::string> parts{"Quantity: " + quantity_of(row.group, *row.m)};
  for (const auto& [name, value] : condition_of(row.group)) parts.push_back(name + ": " + value);
  return join(parts, " - ");
}

void add_row(pugi::xml_node root, const Row& row) {
  pugi::xml_node result = root.append_child("Result");
  add(result, "Identifier", "lodestone/" + row.group.name);
  // A title has two characters at least.
  add(result, "Title",
      cut(row.group.name.size() < 2 ? row.group.name + " result" : row.group.name, 50));
  add(result, "AppVersion", "");
  add(result, "Arguments", path_of(row.group));
  add(result, "Description", description_of(row));
  add(result, "Scale", row.m->metric.unit);
  add(result, "Proportion",
      row.m->metric.better == Better::higher  ? "HIB"
      : row.m->metric.better == Better::lower ? "LIB"
                                              : "ABSTRACT");
  add(result, "DisplayFormat", "BAR_GRAPH");
  pugi::xml_node data = result.append_child("Data");
  for (const auto& [system, values] : row.systems) {
    double sum = 0;
    std::vector<std::string> raw;
    for (const double value : values.raw) {
      sum += value;
      raw.push_back(shortest(value));
    }
    pugi::xml_node entry = data.append_child("Entry");
    add(entry, "Identifier", system);
    add(entry, "Value",
        shortest(raw.empty() ? *values.center : sum / static_cast<double>(raw.size())));
    add(entry, "RawString", join(raw, ":"));
  }
}

Result<std::string> write(Runs runs) {
  const std::vector<Row> rows = rows_of(runs);
  if (rows.empty()) return nothing_to_write(runs);
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("PhoronixTestSuite");
  add_head(root, runs);
  for (const Row& row : rows) add_row(root, row);
  std::ostringstream out;
  document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

}  // namespace

extern const Writer writer_phoronix{"phoronix", "Phoronix Test Suite's composite.xml", write};

}  // namespace lodestone::writer_phoronix
