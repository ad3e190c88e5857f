// SPDX-License-Identifier: GPL-2.0-or-later
// Writers: runs in the layout of another program. Each file in writers/ defines `extern const
// Writer writer_NAME` in a namespace of that name; the table is generated. A layout of another
// suite is headed or closed by a line that names lodestone as what measured.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/run.h"

namespace lodestone {

// One run or several (the arms of a comparison); refers to what it was made from.
class Runs : public std::span<const Run> {
 public:
  Runs() = default;
  Runs(const Run& run) : span(&run, 1) {}
  Runs(const std::vector<Run>& runs) : span(runs) {}
  Runs(std::span<const Run> runs) : span(runs) {}
};

struct Writer {
  const char* name;     // as for --format: "unixbench-log"
  const char* summary;  // one line
  // The text, ending in a newline. Errors: unsupported, when the runs hold nothing that this layout
  // can show.
  Result<std::string> (*write)(Runs runs);
};

// `write` of a layout for one run: the texts of the runs, one after the other. Runs that hold
// nothing for it are left out as long as one does.
template <Result<std::string> (*write_one)(const Run&)>
Result<std::string> one_by_one(Runs runs) {
  Result<std::string> all = fail(ErrorCode::unsupported, "there is no run");
  bool any = false;
  for (const Run& run : runs) {
    auto text = write_one(run);
    if (text && any)
      *all += *text;
    else if (text || !any)
      all = std::move(text);
    any = any || all;
  }
  return all;
}

// The error of a writer of single values that found none: either there are no values at all, or all
// are means whose samples nobody printed.
tl::unexpected<Error> nothing_to_write(Runs runs);

extern const std::span<const Writer* const> writers;
const Writer* find_writer(std::string_view name);  // nullptr if there is none
std::vector<std::string> writer_names();

}  // namespace lodestone
