// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <future>

#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "base/text.h"
#include "cli/explain_input.h"
#include "cli/verb.h"
#include "compare/headline.h"
#include "compare/pairing.h"
#include "explain/explanation.h"
#include "explain/load_side.h"
#include "explain/sharing_map.h"
#include "formats/read.h"
#include "lab/granule.h"
#include "report/explanation_text.h"
#include "report/line_map_svg.h"

namespace lodestone::verb_explain {
namespace {

constexpr Option options[] = {
    option_json,
    {"--markdown", nullptr, "print markdown for a mail or an issue"},
    {"--symbol", "NAME", "look at this symbol's cache lines whatever else is hot", true},
    {"--granule", "BYTES",
     "what disturbs each other on the machine in question: 64, 128, or auto for this machine as "
     "lab granule measured it"},
    {"--workload", "ID", "the workload whose numbers are in question"},
    {"--heat", "FILE", "what runs: perf script, folded stacks, perf report --stdio, exact --json",
     true},
    {"--svg", "FILE", "write the map of the cache lines there"},
    option_store,
};

// A wider relation is excluded only where the adjacent line was shown to be clear.
Result<void> use_measured_granule(explain::Request& request) {
  LODESTONE_ASSIGN(const lab::Granule granule, lab::load_granule());
  if (granule.adjacent_line == lab::Sharing::disturbed)
    request.granule = 128;
  else if (granule.bytes)
    request.granule = static_cast<uint32_t>(*granule.bytes);
  request.granule_measured = request.granule && granule.adjacent_line != lab::Sharing::undecided;
  return {};
}

Result<explain::Request> request_of(const Arguments& arguments) {
  explain::Request request;
  request.symbols = arguments.values("--symbol");
  request.workload = arguments.value("--workload").value_or("");
  if (const auto granule = arguments.value("--granule")) {
    if (*granule == "auto") {
      LODESTONE_TRY(use_measured_granule(request));
      return request;
    }
    const auto bytes = parse_integer(*granule);
    if (!bytes || *bytes < 16 || *bytes > 4096 || (*bytes & (*bytes - 1)) != 0)
      return fail(ErrorCode::usage, "--granule takes auto or a power of two from 16 to 4096",
                  "'" + *granule + "' is none", "64 and 128 are the usual ones");
    request.granule = static_cast<uint32_t>(*bytes);
    request.granule_measured = true;
  }
  return request;
}

// A profile, or the exact counts of the two kernels.
Result<void> read_heat_file(const std::string& path, explain::Request& request) {
  LODESTONE_ASSIGN(const std::string text, read_file(path));
  if (trim(text).starts_with("{")) {
    // A sharing map says which variables several CPUs use: those are looked at.
    LODESTONE_ASSIGN(const auto shared, explain::read_shared_symbols(text));
    request.symbols.insert(request.symbols.end(), shared.begin(), shared.end());
    auto counts = explain::read_exact_counts(text);
    if (!counts && shared.empty()) return tl::unexpected<Error>(counts.error());
    if (counts) request.counts.insert(request.counts.end(), counts->begin(), counts->end());
    return {};
  }
  LODESTONE_ASSIGN(const explain::Heat heat, explain::read_heat(text));
  request.heat = explain::merge(request.heat, heat);
  return {};
}

// The numbers of a document: what its first pair of tables says, and which way it points.
void read_numbers(explain::Request& request, explain::Side& base, explain::Side& next) {
  const auto reading = read_results_text(request.document.text);
  if (!reading || reading->pairs.empty()) return;
  const ReadingTable& before = reading->tables[reading->pairs[0].base];
  const ReadingTable& after = reading->tables[reading->pairs[0].new_];
  if (!base.has_symbols()) {
    base.label = before.label;
    next.label = after.label;
    base.context = before.context;
    next.context = after.context;
  }
  for (const ReadingRow& row : before.rows)
    for (const ReadingRow& other : after.rows)
      if (row.metric.id == other.metric.id && row.value && other.value)
        request.quantities.push_back({row.metric.id, *row.value, *other.value});
  std::vector<PairComparison> compared;
  compared.push_back(compare_sides(side_of(before), side_of(after), Rules{}));
  request.headline = conclude(std::move(compared), reading->findings).headline.sentence;
}

Result<int> run(const Arguments& arguments) {
  if (arguments.positional.empty() || arguments.positional.size() > 2)
    return fail(ErrorCode::usage, "explain takes two kernels, or one document that quotes both", "",
                "lodestone explain BASE/vmlinux NEW/vmlinux");
  LODESTONE_ASSIGN(explain::Request request, request_of(arguments));
  for (const std::string& path : arguments.values("--heat"))
    LODESTONE_TRY(read_heat_file(path, request));
  explain::Side base, next;
  if (arguments.positional.size() == 2) {
    request.base_argument = arguments.positional[0];
    request.new_argument = arguments.positional[1];
    const std::string store = arguments.value("--store").value_or("");
    // Each has hundreds of thousands of symbols: both are read at once.
    auto other = std::async([&] { return load_explain_input(arguments.positional[1], store); });
    LODESTONE_ASSIGN(ExplainInput first, load_explain_input(arguments.positional[0], store));
    LODESTONE_ASSIGN(ExplainInput second, other.get());
    LODESTONE_TRY(compare_numbers(first, second, request));
    request.base_image = bootable_image(request.base_argument, first.side);
    request.new_image = bootable_image(request.new_argument, second.side);
    base = std::move(first.side);
    next = std::move(second.side);
  } else {
    const std::string& path = arguments.positional[0];
    LODESTONE_ASSIGN(request.document.text, path == "-" ? read_all(0) : read_file(path));
    request.document.given = true;
    request.base_argument = "BASE.map";
    request.new_argument = "NEW.map";
    base.label = next.label = path;
    base.kind = next.kind = "document";
    if (auto sides = explain::sides_in_document(request.document.text)) {
      base = std::move(sides->first);
      next = std::move(sides->second);
    }
    read_numbers(request, base, next);
  }
  LODESTONE_ASSIGN(const explain::Analysis analysis,
                   explain::analyse(std::move(base), std::move(next), std::move(request)));
  const explain::Explanation explanation = explain::explain(analysis);
  if (const auto path = arguments.value("--svg")) {
    const std::string svg = line_map_svg(analysis);
    if (svg.empty())
      return fail(ErrorCode::usage, "there is no line map to draw",
                  "no symbol is in question on both sides", "name one with --symbol");
    LODESTONE_TRY(write_file(*path, svg));
  }
  std::string text;
  if (arguments.has("--json"))
    text = to_text(explain::to_json(analysis, explanation)) + "\n";
  else if (arguments.has("--markdown"))
    text = explanation_markdown(analysis, explanation);
  else
    text = explanation_text(analysis, explanation);
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace

extern const Verb verb_explain{
    "explain",
    "name the cause of a difference between two kernels, or say that only the layout moved",
    "[OPTIONS] BASE NEW | DOCUMENT",
    "Compares two kernels: symbols and their cache lines, code, structs and settings, and says "
    "what "
    "can have caused a difference in speed, how strong the evidence is, and which experiment would "
    "refute it.\n\n"
    "A side is a System.map (plain or packed), an ELF vmlinux, a packaged vmlinuz or bzImage, the "
    "top folder of a build tree, a copy of /proc/kallsyms, or a stored run (its context and "
    "numbers). One document, such as a mail, may quote both sides' symbol maps.",
    options,
    "lodestone explain System.map-before System.map-after\n"
    "lodestone explain /boot/vmlinuz-6.1.0-47-amd64 /boot/vmlinuz-6.1.0-57-amd64\n"
    "lodestone explain bug-report.txt --markdown",
    run};

}  // namespace lodestone::verb_explain
