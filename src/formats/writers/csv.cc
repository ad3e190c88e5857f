// SPDX-License-Identifier: GPL-2.0-or-later
// Tidy CSV (RFC 4180, but lines end in a newline alone): a heading, then one row a sample. Absent
// values are empty; parameters are NAME=VALUE,... with commas inside a value doubled, as on the
// command line.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "formats/sample_rows.h"
#include "formats/writer.h"

namespace lodestone::writer_csv {
namespace {

std::string cell(const Json& value) {
  std::string text;
  if (value.is_string()) {
    text = value.get<std::string>();
  } else if (value.is_number_float()) {
    text = shortest(value.get<double>());
  } else if (value.is_object()) {
    std::vector<std::string> settings;
    for (const auto& [name, setting] : value.items())
      settings.push_back(name + "=" + replace_all(setting.get<std::string>(), ",", ",,"));
    text = join(settings, ",");
  } else if (!value.is_null()) {
    text = value.dump();
  }
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return "\"" + replace_all(text, "\"", "\"\"") + "\"";
}

Result<std::string> write(Runs runs) {
  std::string out;
  const bool any = each_sample_row(runs, [&](const Json& row) {
    std::vector<std::string> names, cells;
    for (const auto& [name, value] : row.items()) {
      if (out.empty()) names.push_back(name);
      cells.push_back(cell(value));
    }
    if (out.empty()) out = join(names, ",") + "\n";
    out += join(cells, ",") + "\n";
  });
  if (!any) return nothing_to_write(runs);
  return out;
}

}  // namespace

extern const Writer writer_csv{"csv", "every sample, one row each, for R, pandas and databases",
                               write};

}  // namespace lodestone::writer_csv
