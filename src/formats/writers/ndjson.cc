// SPDX-License-Identifier: GPL-2.0-or-later
// One JSON object a sample and line.
#include <nlohmann/json.hpp>

#include "formats/sample_rows.h"
#include "formats/writer.h"

namespace lodestone::writer_ndjson {
namespace {

Result<std::string> write(Runs runs) {
  std::string out;
  if (!each_sample_row(runs, [&](const Json& row) { out += to_line(row) + "\n"; }))
    return nothing_to_write(runs);
  return out;
}

}  // namespace

extern const Writer writer_ndjson{"ndjson", "every sample, one JSON object a line", write};

}  // namespace lodestone::writer_ndjson
