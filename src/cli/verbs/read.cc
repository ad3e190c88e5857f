// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "cli/verb.h"
#include "formats/read.h"
#include "formats/reader.h"
#include "report/reading_text.h"

namespace lodestone::verb_read {
namespace {

constexpr std::array options{
    option_json,
    Option{"--from", "FORMAT", "read the input as this format instead of recognising it"},
    Option{"--all", nullptr, "show every row"},
};

// Several files become one reading; each table says where it is from.
void append(Reading& all, Reading one, const std::string& path, bool several) {
  const size_t first = all.tables.size();
  for (ReadingTable& table : one.tables) {
    if (several) table.context.set("file", path);
    if (table.repeat_of) *table.repeat_of += first;
    all.tables.push_back(std::move(table));
  }
  for (const ReadingPair& pair : one.pairs)
    all.pairs.push_back({pair.base + first, pair.new_ + first, pair.why});
  for (Finding& finding : one.findings) {
    if (several) finding.text = path + ": " + finding.text;
    add_finding(all.findings, std::move(finding));
  }
}

std::string list_formats() {
  size_t widest = 0;
  for (const Format* format : reader_formats)
    widest = std::max(widest, std::string_view(format->name).size());
  std::string text = "formats:\n";
  for (const Format* format : reader_formats) {
    const std::string name = format->name;
    text += "  " + name + std::string(widest + 2 - name.size(), ' ') + format->summary + "\n";
  }
  return text;
}

Result<int> run(const Arguments& arguments) {
  if (arguments.positional.empty())
    return fail(ErrorCode::usage, "read needs a file", {},
                "lodestone read FILE, or - for standard input");
  ReadOptions how;
  how.from = arguments.value("--from").value_or("");
  Reading all;
  for (const std::string& path : arguments.positional) {
    auto one = read_results(path, how);
    if (!one) {
      // A file that is not there is an unreadable input: exit code 2.
      if (one.error().code == ErrorCode::not_found) one.error().code = ErrorCode::unreadable;
      return tl::unexpected<Error>(one.error());
    }
    append(all, *std::move(one), path, arguments.positional.size() > 1);
  }
  const std::string text = arguments.has("--json")
                               ? to_text(to_json(all)) + "\n"
                               : reading_text(all, arguments.has("--all") ? 0 : 40);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

}  // namespace

extern const Verb verb_read{
    "read",
    "show what is understood of published results",
    "[--json] [--from FORMAT] FILE...",
    "Reads benchmark results as people and programs publish them: reports, logs, mails, bug "
    "entries, CSV and JSON files, quoted, "
    "flattened, squeezed or cut off. The format is recognised by content; a text may hold several. "
    "`-` is standard input.\n\n"
    "Printed numbers are kept as printed. What is not sure is left out, with a finding that says "
    "so.",
    options,
    "lodestone read before-after.txt\nlodestone read --json mail.txt\nlodestone read --from lkp -",
    run,
    list_formats};

}  // namespace lodestone::verb_read
