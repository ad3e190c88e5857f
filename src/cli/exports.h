// SPDX-License-Identifier: GPL-2.0-or-later
// What a verb prints with --format and writes with --export: one set of formats for both.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/pending_file.h"
#include "cli/verb.h"
#include "formats/writer.h"
#include "model/comparison.h"

namespace lodestone {

inline constexpr Option option_export{
    "--export", "FORMAT=FILE",
    "also write the result to a file (- is standard output); lodestone help formats lists them",
    true};

// What a verb found. Formats for comparisons take the comparison; the others the runs behind it.
struct Results {
  const Comparison* comparison = nullptr;  // null: a run alone
  Runs runs;
  std::function<std::string()> json;  // the verb's own document; ends in a newline
  bool all = false;                   // tables for people: rows that explain nothing, too
};

// Names for --format and --export, sorted. `comparison`: those that go with one, too.
std::vector<std::string> output_formats(bool comparison);
// "will-it-scale" is its CSV. Errors: usage, naming what there is.
Result<std::string> check_output_format(const std::string& name, bool comparison);
// The results in a format that check_output_format() let pass. Errors: unsupported, where they hold
// nothing that it can show.
Result<std::string> text_in(const std::string& format, const Results& results);

// The files of --export, opened before anything is measured.
class Exports {
 public:
  // Errors: usage, also for a file that cannot be written to.
  static Result<Exports> open(const Arguments& arguments, bool comparison);
  // Writes each and puts it in place; goes on after a failure and returns the first.
  Result<void> write(const Results& results);
  bool empty() const { return files_.empty() && printed_.empty(); }

 private:
  std::vector<std::pair<std::string, PendingFile>> files_;
  std::vector<std::string> printed_;  // formats for standard output
};

// Prints a run in the format (text: what `report` gives) and writes the exports; both are tried.
Result<void> show_run(const Run& run, const std::string& format,
                      const std::function<std::string()>& report, Exports& exports);

}  // namespace lodestone
