// SPDX-License-Identifier: GPL-2.0-or-later
// Phoronix Test Suite's composite.xml: one table a system, raw values are the samples; Proportion
// says which way is better.
#include <map>
#include <pugixml.hpp>

#include "base/text.h"
#include "formats/json_view.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/samples.h"

namespace lodestone::reader_phoronix {
namespace {

bool read(std::string_view bytes, bool, Collector& collector) {
  constexpr size_t largest = size_t{64} << 20;
  if (!mentions(bytes, "<PhoronixTestSuite") || bytes.size() > largest) return false;
  pugi::xml_document document;
  // A cut file keeps what was read up to the cut.
  const bool whole = static_cast<bool>(document.load_buffer(bytes.data(), bytes.size()));
  const pugi::xml_node root = document.child("PhoronixTestSuite");
  // Its last entry may hold half a number.
  const pugi::xml_node cut =
      whole ? pugi::xml_node() : root.last_child().child("Data").last_child();
  if (cut) collector.find("F205 row-cut", "the document is cut off; its last entry was left out");
  std::map<std::string, size_t> tables;
  std::map<std::string, pugi::xml_node> systems;
  for (const pugi::xml_node& system : root.children("System"))
    systems[system.child_value("Identifier")] = system;
  for (const pugi::xml_node& result : root.children("Result")) {
    std::string title = result.child_value("Title");
    if (const std::string description = result.child_value("Description"); !description.empty())
      title += " - " + description;
    const std::string unit = result.child_value("Scale");
    const std::string proportion = result.child_value("Proportion");
    for (const pugi::xml_node& entry : result.child("Data").children("Entry")) {
      if (entry == cut) continue;
      const std::string name = entry.child_value("Identifier");
      const auto value = parse_number(entry.child_value("Value"), NumberStyle::point);
      if (!tables.count(name)) {
        tables[name] = collector.open("phoronix", name);
        const auto system = systems.find(name);
        if (system != systems.end()) {
          // "Processor: X, Motherboard: Y" and "OS: A, Kernel: B"
          for (const char* part : {"Hardware", "Software"})
            for (std::string_view piece : split(system->second.child_value(part), ',')) {
              const size_t colon = piece.find(": ");
              if (colon == std::string_view::npos) continue;
              const std::string key = to_lower(trim(piece.substr(0, colon)));
              const std::string fact(trim(piece.substr(colon + 2)));
              if (key == "processor")
                collector.table(tables[name]).context.set("cpu_model", fact);
              else if (key == "kernel" || key == "os" || key == "memory" || key == "compiler")
                collector.table(tables[name]).context.set(key, fact);
            }
        }
      }
      std::vector<double> raw;
      const std::string text = entry.child_value("RawString");
      if (!text.empty())
        for (std::string_view piece : split(text, ':'))
          if (auto number = parse_number(piece, NumberStyle::point)) raw.push_back(*number);
      ReadingRow& row = collector.add(tables[name], title, unit, value);
      row.metric.better = proportion == "HIB"   ? Better::higher
                          : proportion == "LIB" ? Better::lower
                                                : Better::neutral;
      row.metric.kind = proportion == "LIB" ? Kind::time : Kind::rate;
      if (!raw.empty()) row.n = static_cast<long long>(raw.size());
      if (raw.size() > 1) row.samples = std::move(raw);
    }
  }
  return !tables.empty();
}

}  // namespace

extern const Format reader_phoronix{"phoronix", "Phoronix Test Suite's composite.xml", nullptr,
                                    read};

}  // namespace lodestone::reader_phoronix
