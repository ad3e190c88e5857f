// SPDX-License-Identifier: GPL-2.0-or-later
// Writers: a run in the layout of another program. Each file in writers/ defines `extern const
// Writer writer_NAME`; the table is generated. A layout of another suite is headed or closed by a
// line that names lodestone as what measured.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/run.h"

namespace lodestone {

struct Writer {
  const char* name;     // as for --format: "unixbench-log"
  const char* summary;  // one line
  // The text, ending in a newline. Errors: unsupported, when the run holds nothing that this layout
  // can show.
  Result<std::string> (*write)(const Run& run);
};

extern const std::span<const Writer* const> writers;
const Writer* find_writer(std::string_view name);  // nullptr if there is none
std::vector<std::string> writer_names();

}  // namespace lodestone
