// SPDX-License-Identifier: GPL-2.0-or-later
// Markdown for $GITHUB_STEP_SUMMARY: the answer, what changed, and the rest folded away. A summary
// above 1 MiB is dropped whole by the service, so it is cut before.
#include <fmt/format.h>

#include "base/text.h"
#include "compare/comparability.h"
#include "compare/headline.h"
#include "formats/comparison_writer.h"

namespace lodestone::comparison_writer_github_summary {
namespace {

constexpr size_t largest = 1'000'000;  // bytes, below 1 MiB

std::string cell(std::string text) {
  return replace_all(replace_all(replace_all(std::move(text), "|", "\\|"), "\n", " "), "<", "&lt;");
}

std::string line_of(const ComparisonRow& row) {
  const auto value = [](const SideSummary& side) {
    return side.center ? human(*side.center) : "-";
  };
  std::string interval;
  if (row.interval_percent)
    interval =
        fmt::format("{:+.2f} to {:+.2f} %", row.interval_percent->low, row.interval_percent->high);
  std::string verdict = name_of(row.verdict);
  if (row.verdict == Verdict::undecided && is_change(row.direction))
    verdict += std::string(" (points to ") + name_of(row.direction) + ")";
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", cell(row_path(row)),
                     cell(row.metric.unit), value(row.base), value(row.new_),
                     cell(change_text(row)), interval, verdict);
}

const char* const heading =
    "| metric | unit | base | new | change | interval | verdict |\n"
    "|---|---|--:|--:|--:|--:|---|\n";

// Rows until the space is used up; then how many are missing.
void add_table(std::string& out, const std::vector<const ComparisonRow*>& rows) {
  out += "\n";
  out += heading;
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::string line = line_of(*rows[i]);
    if (out.size() + line.size() + 500 > largest) {
      out += fmt::format("\n{} more rows are not shown.\n", rows.size() - i);
      return;
    }
    out += line;
  }
}

void add_pair(std::string& out, const PairComparison& pair) {
  out += fmt::format("\nbase: {}; new: {}\n", cell(pair.base.label), cell(pair.new_.label));
  if (!pair.comparable) out += "\n**The sides are not comparable.**\n";
  std::vector<const ComparisonRow*> worse, changed, rest;
  for (const ComparisonRow& row : pair.rows)
    (is_regression(row.verdict) ? worse : is_change(row.verdict) ? changed : rest).push_back(&row);
  worse.insert(worse.end(), changed.begin(), changed.end());
  if (!worse.empty()) add_table(out, worse);
  if (!rest.empty()) {
    out += fmt::format("\n<details><summary>{} rows without a confirmed change</summary>\n",
                       rest.size());
    add_table(out, rest);
    out += "\n</details>\n";
  }
  std::string findings;
  for (const Finding& finding : pair.findings)
    if (finding.code != code_harmless)
      findings += "- " + finding.code + ": " + cell(finding.text) + "\n";
  if (!findings.empty() && out.size() + findings.size() + 500 < largest) out += "\n" + findings;
}

Result<std::string> write(const Comparison& comparison) {
  std::string out = "## " + cell(comparison.headline.sentence) + "\n";
  for (const PairComparison& pair : comparison.pairs)
    if (out.size() + 10'000 < largest) add_pair(out, pair);
  return out + "\nMeasured and judged by lodestone.\n";
}

}  // namespace

extern const ComparisonWriter comparison_writer_github_summary{
    "github-summary", "Markdown for $GITHUB_STEP_SUMMARY; --export adds to the file", write, true};

}  // namespace lodestone::comparison_writer_github_summary
