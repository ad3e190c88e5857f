// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/exports.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "formats/comparison_writer.h"
#include "report/comparison_report.h"

namespace lodestone {
namespace {

void keep_first(Result<void>& first, const Error& error) {
  if (first)
    first = tl::unexpected<Error>(error);
  else
    std::fputs(describe(error).c_str(), stderr);
}

}  // namespace

std::vector<std::string> output_formats(bool comparison) {
  std::set<std::string> names{"json"};
  for (const std::string& name : writer_names()) names.insert(name);
  if (comparison)
    for (const std::string& name : comparison_writer_names()) names.insert(name);
  return {names.begin(), names.end()};
}

Result<std::string> check_output_format(const std::string& name, bool comparison) {
  const std::string known = name == "will-it-scale" ? "will-it-scale-csv" : name;
  const std::vector<std::string> names = output_formats(comparison);
  if (std::find(names.begin(), names.end(), known) != names.end()) return known;
  if (!comparison && find_comparison_writer(name))
    return fail(ErrorCode::usage, "the format '" + name + "' shows a comparison", "",
                "lodestone compare BASE NEW --format " + name);
  return fail(ErrorCode::usage, "there is no format '" + name + "' to write", "",
              join(names, ", "));
}

Result<std::string> text_in(const std::string& format, const Results& results) {
  if (format == "json") return results.json();
  if (results.comparison) {
    if (format == "markdown") return comparison_markdown(*results.comparison, {results.all});
    if (const ComparisonWriter* writer = find_comparison_writer(format)) {
      if (!writer->tells || results.all) return writer->write(*results.comparison);
      Comparison telling = *results.comparison;
      for (PairComparison& pair : telling.pairs)
        std::erase_if(pair.rows, [&](const ComparisonRow& row) { return !writer->tells(row); });
      return writer->write(telling);
    }
  }
  return find_writer(format)->write(results.runs);
}

Result<Exports> Exports::open(const Arguments& arguments, bool comparison) {
  Exports exports;
  std::set<std::string> paths;
  for (const std::string& text : arguments.values("--export")) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals + 1 == text.size())
      return fail(ErrorCode::usage, "--export takes FORMAT=FILE", "'" + text + "' is none",
                  "--export csv=result.csv");
    LODESTONE_ASSIGN(const std::string format,
                     check_output_format(text.substr(0, equals), comparison));
    const std::string path = text.substr(equals + 1);
    if (path == "-") {
      exports.printed_.push_back(format);
      continue;
    }
    if (!paths.insert(path).second)
      return fail(ErrorCode::usage, "--export names " + path + " twice");
    auto file = PendingFile::create(path);
    if (!file) {
      // Nothing has been measured: the command line is wrong, not the measurement.
      Error error = file.error();
      error.code = ErrorCode::usage;
      return tl::unexpected<Error>(error);
    }
    exports.files_.emplace_back(format, *std::move(file));
  }
  return exports;
}

Result<void> Exports::write(const Results& results) {
  Result<void> first;
  for (const std::string& format : printed_) {
    const auto text = text_in(format, results);
    if (text)
      std::fwrite(text->data(), 1, text->size(), stdout);
    else
      keep_first(first, text.error());
  }
  for (auto& [format, file] : files_) {
    auto text = text_in(format, results);
    if (!text) {
      Error error = text.error();
      error.what = "nothing was written to " + file.path() + ": " + error.what;
      keep_first(first, error);
      continue;
    }
    const ComparisonWriter* writer = find_comparison_writer(format);
    if (writer && writer->appends)
      if (const auto before = read_file(file.path()); before) *text = *before + *text;
    if (const auto wrote = file.commit(*text); !wrote) keep_first(first, wrote.error());
  }
  files_.clear();
  printed_.clear();
  return first;
}

Result<void> show_run(const Run& run, const std::string& format,
                      const std::function<std::string()>& report, Exports& exports) {
  const Results results{nullptr, run, [&] { return to_text(to_json(run)) + "\n"; }};
  const Result<std::string> text = format == "text" ? report() : text_in(format, results);
  if (text) std::fwrite(text->data(), 1, text->size(), stdout);
  const Result<void> written = exports.write(results);
  LODESTONE_TRY(text);
  return written;
}

}  // namespace lodestone
