// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <future>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/printable.h"
#include "base/text.h"
#include "cli/decision_options.h"
#include "cli/explain_input.h"
#include "cli/exports.h"
#include "cli/operand.h"
#include "compare/combine.h"
#include "compare/headline.h"
#include "compare/pairing.h"
#include "formats/reader.h"
#include "measure/interleave/calibration.h"
#include "model/side_run.h"
#include "report/comparison_report.h"
#include "report/explanation_text.h"

namespace lodestone::verb_compare {
namespace {

constexpr Option options[] = {
    {"--base", "TABLE", "which table of the text is the base: its number, or a part of its label"},
    {"--new", "TABLE", "which table is the new side"},
    {"--pairs", nullptr,
     "the sides are BASE NEW BASE NEW ...: one question on several machines or times, combined"},
    {"--filter", "PATTERN", "only metrics or workloads that fit (* and ?)", true},
    option_margin,
    option_alpha,
    option_fail_on,
    option_require_verdict,
    {"--all", nullptr, "show counters and statistics of workloads that did not change, too"},
    {"--from", "FORMAT", "read files as this format instead of finding it out"},
    {"--format", "NAME",
     "text (default), markdown, json, lkp, perf-stat-columns and others (lodestone help formats)"},
    option_export,
    {"--explain", nullptr,
     "say below it what can have caused the difference, where both sides are stored runs"},
    option_json,
    option_store,
    option_color,
};

// Errors: usage, where the side holds metrics and none fits.
Result<void> filter(Side& side, const std::vector<std::string>& patterns) {
  if (patterns.empty() || side.measurements.empty()) return {};
  std::erase_if(side.measurements, [&](const SideMeasurement& m) {
    for (const std::string& pattern : patterns)
      if (glob_match(pattern, m.measurement.metric.id) || glob_match(pattern, m.workload) ||
          glob_match(pattern, m.measurement.metric.title))
        return false;
    return true;
  });
  if (!side.measurements.empty()) return {};
  return fail(ErrorCode::usage, "no metric fits --filter " + join(patterns, ", "),
              "none of " + (side.label.empty() ? "the side" : printable(side.label)),
              "a filter is a whole id, workload or title, with * and ?: --filter '*pipe*'");
}

// How our workloads differ from another suite's says nothing of a comparison of two of ours.
void drop_notes_on_originals(PairComparison& pair) {
  std::erase_if(pair.findings,
                [](const Finding& finding) { return finding.code.starts_with("F103"); });
}

// The same stored runs on both sides: nothing was compared, and no verdict may come of it.
bool same_runs(const Operand& a, const Operand& b) {
  std::set<std::string> ids_a, ids_b;
  for (const Run& run : a.runs) ids_a.insert(run.id);
  for (const Run& run : b.runs) ids_b.insert(run.id);
  return !ids_a.empty() && ids_a == ids_b;
}

void withdraw_if_same(PairComparison& pair, const Operand& a, const Operand& b) {
  if (!same_runs(a, b) && (a.name != b.name || a.name == "-")) return;
  for (ComparisonRow& row : pair.rows) row.verdict = Verdict::undecided;
  pair.headline = headline_of(pair.rows);
  pair.headline.sentence = "undecided: both sides are the same measurement";
  add_finding(pair.findings, {"F034 same-run", "the same measurement stands on both sides",
                              "it can only agree with itself", "name two different runs"});
}

Result<Comparison> compare_document(const Operand& operand, const Arguments& arguments,
                                    const Rules& rules) {
  if (!operand.reading)
    return fail(ErrorCode::usage, "there is only one side: " + operand.name, "",
                "name a second label or file");
  const Reading& reading = *operand.reading;
  std::vector<ReadingPair> pairs = reading.pairs;
  const auto base = arguments.value("--base"), new_ = arguments.value("--new");
  if (base || new_) {
    if (!base || !new_) return fail(ErrorCode::usage, "--base and --new belong together");
    LODESTONE_ASSIGN(const size_t first, select_table(reading, *base));
    LODESTONE_ASSIGN(const size_t second, select_table(reading, *new_));
    pairs = {{first, second, "chosen on the command line"}};
  }
  if (pairs.empty())
    return fail(ErrorCode::usage, "the text does not say which of its tables are to be compared",
                "it holds\n" + list_tables(reading),
                "--base TABLE --new TABLE, by number or by a part of the label");
  std::vector<PairComparison> compared;
  for (const ReadingPair& pair : pairs) {
    Side a = side_of(reading.tables[pair.base]), b = side_of(reading.tables[pair.new_]);
    LODESTONE_TRY(filter(a, arguments.values("--filter")));
    LODESTONE_TRY(filter(b, arguments.values("--filter")));
    compared.push_back(compare_sides(a, b, rules));
  }
  Comparison comparison = conclude(std::move(compared), reading.findings, reading.statements);
  std::set<size_t> used;
  for (const ReadingPair& pair : pairs) used.insert({pair.base, pair.new_});
  if (used.size() == 2 * pairs.size() && several_machines(comparison.pairs))
    combine(comparison, rules);
  return comparison;
}

// Whether somebody needs the operands' runs once they are sides; copies of many samples are large.
enum class Afterwards { kept, used_up };

Result<PairComparison> compare_two(Operand& first, Operand& second, const Arguments& arguments,
                                   const Rules& rules, Afterwards runs) {
  const auto side = [&](Operand& operand, const char* option) {
    const std::string selector = arguments.value(option).value_or("");
    return runs == Afterwards::kept ? side_of(std::as_const(operand), selector)
                                    : take_side(operand, selector);
  };
  LODESTONE_ASSIGN(Side base, side(first, "--base"));
  LODESTONE_ASSIGN(Side new_, side(second, "--new"));
  LODESTONE_TRY(filter(base, arguments.values("--filter")));
  LODESTONE_TRY(filter(new_, arguments.values("--filter")));
  if (base.label == new_.label) base.label = first.name, new_.label = second.name;
  const bool pairs = interleaved(base, new_);
  PairComparison pair = compare_sides(base, new_, rules);
  withdraw_if_same(pair, first, second);
  if (pair.rows.empty())
    return fail(ErrorCode::not_comparable,
                first.name + " and " + second.name + " have no metric in common", "",
                "lodestone read shows what each holds");
  if (!first.reading && !second.reading) {
    drop_notes_on_originals(pair);
    if (!pairs)
      add_finding(pair.findings,
                  {"F035 not-interleaved", "the sides were measured one after the other",
                   "drift of the machine between them looks like a change",
                   "lodestone ab interleaves them"});
    apply_calibration(pair, rules.alpha);
  }
  return pair;
}

Result<void> check_pairs(const std::vector<std::string>& sides) {
  std::set<std::string> names;
  for (const std::string& name : sides)
    if (!names.insert(name).second)
      return fail(ErrorCode::usage, "--pairs names " + name + " twice",
                  "pairs that share a side are not independent");
  if (sides.size() % 2 != 0)
    return fail(ErrorCode::usage, "--pairs takes BASE NEW BASE NEW ...",
                std::to_string(sides.size()) + " sides are no whole pairs");
  return {};
}

// Every BASE NEW is one machine or repetition.
Result<Comparison> compare_pairs(std::vector<Operand>& operands, const Arguments& arguments,
                                 const Rules& rules, Afterwards runs) {
  std::vector<PairComparison> compared;
  for (size_t i = 0; i + 1 < operands.size(); i += 2) {
    LODESTONE_ASSIGN(auto pair, compare_two(operands[i], operands[i + 1], arguments, rules, runs));
    compared.push_back(std::move(pair));
  }
  Comparison comparison = conclude(std::move(compared), {});
  if (comparison.pairs.size() > 1) combine(comparison, rules);
  return comparison;
}

// Two documents of several tables each, table by table; nothing where their labels do not tell.
std::vector<PairComparison> compare_tables(const Operand& first, const Operand& second,
                                           const Arguments& arguments, const Rules& rules) {
  std::vector<PairComparison> compared;
  for (const auto& [a, b] : tables_of_one_label(first, second)) {
    Side base = side_of(first.reading->tables[a]), new_ = side_of(second.reading->tables[b]);
    const std::string label = base.label.empty() ? "" : ": " + base.label;
    base.label = first.name + label;
    new_.label = second.name + label;
    // A filter that fits none of one table's rows may fit another's.
    if (!filter(base, arguments.values("--filter")) || !filter(new_, arguments.values("--filter")))
      continue;
    PairComparison pair = compare_sides(base, new_, rules);
    withdraw_if_same(pair, first, second);
    if (!pair.rows.empty()) compared.push_back(std::move(pair));
  }
  return compared;
}

Result<Comparison> compare_operands(std::vector<Operand>& operands, const Arguments& arguments,
                                    const Rules& rules, Afterwards runs) {
  if (arguments.has("--pairs")) return compare_pairs(operands, arguments, rules, runs);
  if (operands.size() == 2 && !arguments.has("--base") && !arguments.has("--new")) {
    auto compared = compare_tables(operands[0], operands[1], arguments, rules);
    if (!compared.empty()) return conclude(std::move(compared), {});
  }
  if (operands.size() == 2) {
    // Labels that hold runs of several machines: one pair a machine that both have.
    std::vector<Finding> findings;
    std::vector<PairComparison> compared;
    for (auto& [first, second] : machine_pairs(operands[0], operands[1], findings)) {
      LODESTONE_ASSIGN(auto pair,
                       compare_two(first, second, arguments, rules, Afterwards::used_up));
      compared.push_back(std::move(pair));
    }
    if (!compared.empty()) {
      Comparison comparison = conclude(std::move(compared), std::move(findings));
      if (comparison.pairs.size() > 1) combine(comparison, rules);
      return comparison;
    }
  }
  if (operands.size() > 2) runs = Afterwards::kept;  // the base stands in every pair
  std::vector<PairComparison> compared;
  for (size_t i = 1; i < operands.size(); ++i) {
    LODESTONE_ASSIGN(auto pair, compare_two(operands[0], operands[i], arguments, rules, runs));
    compared.push_back(std::move(pair));
  }
  return conclude(std::move(compared), {});
}

// Two sides are loaded at once; reading is most of the work of comparing stored runs.
Result<std::vector<Operand>> load_operands(const Arguments& arguments, bool passes) {
  const OperandOptions options{arguments.value("--store").value_or(""),
                               arguments.value("--from").value_or(""), passes};
  const std::vector<std::string>& names = arguments.positional;
  std::vector<Operand> operands;
  if (names.size() == 2) {
    auto later =
        std::async(std::launch::async | std::launch::deferred, load_operand, names[1], options);
    LODESTONE_ASSIGN(Operand first, load_operand(names[0], options));
    LODESTONE_ASSIGN(Operand second, later.get());
    operands.push_back(std::move(first));
    operands.push_back(std::move(second));
    return operands;
  }
  for (const std::string& name : names) {
    LODESTONE_ASSIGN(Operand operand, load_operand(name, options));
    operands.push_back(std::move(operand));
  }
  return operands;
}

// What stands behind the sides, for formats that hold runs.
std::vector<Run> runs_of(const std::vector<Operand>& operands) {
  std::vector<Run> runs;
  for (const Operand& operand : operands) {
    runs.insert(runs.end(), operand.runs.begin(), operand.runs.end());
    if (!operand.reading) continue;
    for (const ReadingTable& table : operand.reading->tables)
      if (!table.repeat_of) {
        runs.push_back(run_of(side_of(table)));
        if (runs.back().label.empty()) runs.back().label = operand.name;
      }
  }
  return runs;
}

// The first two sides' contexts, and their kernels' images where this machine has them.
Result<std::string> explain_operands(const std::vector<Operand>& operands, bool markdown) {
  if (operands.size() < 2 || operands[0].runs.empty() || operands[1].runs.empty())
    return fail(ErrorCode::usage, "--explain needs two stored runs",
                "files of results name no kernel",
                "lodestone explain DOCUMENT, or lodestone explain BASE/vmlinux NEW/vmlinux");
  ExplainInput base = explain_input_of(operands[0]), next = explain_input_of(operands[1]);
  explain::Request request;
  request.base_argument = operands[0].name;
  request.new_argument = operands[1].name;
  request.base_image = bootable_image(request.base_argument, base.side);
  request.new_image = bootable_image(request.new_argument, next.side);
  LODESTONE_TRY(compare_numbers(base, next, request));
  LODESTONE_ASSIGN(
      const explain::Analysis analysis,
      explain::analyse(std::move(base.side), std::move(next.side), std::move(request)));
  const explain::Explanation explanation = explain::explain(analysis);
  return markdown ? explanation_markdown(analysis, explanation)
                  : explanation_text(analysis, explanation);
}

Result<int> run(const Arguments& arguments) {
  if (arguments.positional.empty())
    return fail(ErrorCode::usage, "nothing to compare", "", "lodestone compare BASE NEW");
  LODESTONE_ASSIGN(const Rules rules, rules_from(arguments));
  LODESTONE_ASSIGN(const Style style,
                   style_for_output(arguments.value("--color").value_or("auto")));
  const std::string format =
      arguments.has("--json") ? "json" : arguments.value("--format").value_or("text");
  if (format != "text") LODESTONE_TRY(check_output_format(format, true));
  if (const auto from = arguments.value("--from"); from && !find_format(*from))
    return fail(ErrorCode::usage, "no reader for the format " + *from, "",
                "lodestone read --help lists the formats");
  LODESTONE_ASSIGN(Exports exports, Exports::open(arguments, true));
  if (arguments.has("--pairs")) LODESTONE_TRY(check_pairs(arguments.positional));
  const bool raw = !exports.empty() || find_writer(format);
  LODESTONE_ASSIGN(std::vector<Operand> operands, load_operands(arguments, raw));
  const bool runs_wanted = raw || arguments.has("--explain");
  LODESTONE_ASSIGN(const Comparison comparison,
                   operands.size() == 1
                       ? compare_document(operands[0], arguments, rules)
                       : compare_operands(operands, arguments, rules,
                                          runs_wanted ? Afterwards::kept : Afterwards::used_up));
  const ComparisonReportOptions report{arguments.has("--all")};
  const std::vector<Run> runs = raw ? runs_of(operands) : std::vector<Run>();
  const Results results{&comparison, runs, [&] { return to_text(to_json(comparison)) + "\n"; },
                        report.all};
  std::string text;
  if (format == "text") {
    text = comparison_text(comparison, style, report);
  } else {
    LODESTONE_ASSIGN(text, text_in(format, results));
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  LODESTONE_TRY(exports.write(results));
  if (arguments.has("--explain")) {
    if (format == "json")
      return fail(ErrorCode::usage, "--explain does not go with --json", "one document is printed",
                  "lodestone explain BASE NEW --json");
    LODESTONE_ASSIGN(const std::string why, explain_operands(operands, format == "markdown"));
    std::fputs(("\n" + why).c_str(), stdout);
  }
  return exit_code_of(comparison, arguments);
}

}  // namespace

extern const Verb verb_compare{
    "compare",
    "is the second faster or slower than the first, by how much, how sure is that?",
    "[OPTIONS] BASE NEW... | DOCUMENT",
    "Each side is a stored label or id (LABEL means all runs of the label, LABEL@last the newest), "
    "a file in any format that "
    "lodestone reads, or - for standard input. A single document may hold both sides: headings "
    "such as before and after, two "
    "columns, two commits.\n\nThe first line answers in one sentence. Single values never get a "
    "verdict, only a direction; published "
    "means and spreads get one where the number of runs is known; samples of our own get an "
    "interval. Several new sides, or several "
    "machines in one text, are several pairs.",
    options,
    "lodestone compare before after\nlodestone compare report.txt\nlodestone compare before@last "
    "after@last --fail-on 2% --json\n"
    "lodestone compare mail.txt --base 1 --new 3\n"
    "lodestone compare --pairs a-before a-after b-before b-after c-before c-after\n"
    "lodestone compare before after --export junit=result.xml --export csv=samples.csv",
    run};

}  // namespace lodestone::verb_compare
