// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/comparison_report.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "base/text.h"
#include "compare/comparability.h"
#include "compare/headline.h"
#include "report/table.h"

namespace lodestone {
namespace {

Tone tone_of(const ComparisonRow& row) {
  switch (row.verdict) {
    case Verdict::faster:
    case Verdict::better:
      return Tone::good;
    case Verdict::slower:
    case Verdict::worse:
      return Tone::bad;
    case Verdict::undecided:
      return Tone::faint;
    default:
      return Tone::plain;
  }
}

std::string value_text(const SideSummary& side) {
  return side.center ? human(*side.center, 6) : "-";
}

// A published spread with the digits that it was printed with: "0 %" is a rounded one, not 0.0 %.
std::string spread_text(const SideSummary& side, Basis basis) {
  if (!side.spread_percent) return "";
  const double spread = *side.spread_percent;
  if (basis == Basis::summary && spread == std::floor(spread)) return fixed(spread, 0) + " %";
  return fixed(spread, spread < 10 ? 1 : 0) + " %";
}

// Shares given in percent differ by points: "+7.6 %" of a share would be read as such.
bool in_points(const ComparisonRow& row) {
  return row.metric.kind == Kind::share && row.metric.unit == "%" && row.difference &&
         row.base.center && row.new_.center;
}

std::string change_cell(const ComparisonRow& row) {
  if (!in_points(row)) return change_text(row);
  const double points = *row.difference;
  return signed_fixed(points, std::fabs(points) < 10 ? 2 : 1) + " points";
}

std::string interval_text(const ComparisonRow& row) {
  if (!row.interval_percent) return "";
  const double scale = in_points(row) ? std::fabs(*row.base.center) / 100 : 1;
  auto end = [](double value) {
    // A few wild pairs give ends of a hundred digits.
    if (std::fabs(value) >= 1e15) return (value > 0 ? "+" : "") + human(value, 2);
    return signed_fixed(value, std::fabs(value) < 10 ? 2 : 1);
  };
  return "[" + end(scale * row.interval_percent->low) + ", " +
         end(scale * row.interval_percent->high) + "]";
}

// Undecided rows name the direction too: "undecided (slower)".
std::string verdict_text(const ComparisonRow& row) {
  std::string text = name_of(row.verdict);
  if (row.verdict == Verdict::undecided && is_change(row.direction))
    text += std::string(" (") + name_of(row.direction) + ")";
  return text;
}

std::string row_name(const ComparisonRow& row) {
  // What was measured here has a short id; published rows keep their printed title, unless it only
  // repeats the id.
  const Name id = row.metric.id;
  const bool own = row.basis == Basis::sampled || row.basis == Basis::exact;
  const bool by_id =
      own || row.metric.title.empty() || row.metric.title.find(id) != std::string::npos;
  std::string name = by_id ? id : row.metric.title;
  for (const char* usual : {".rate", ".time"})
    if (!row.workload.empty() && name == row.workload + usual) name = row.workload;
  std::vector<std::string> tags;
  if (row.copies && *row.copies > 1) tags.push_back(std::to_string(*row.copies) + " copies");
  if (row.mode == "thread") tags.emplace_back("threads");
  for (const auto& [key, value] : row.parameters)
    if (key != "like" || !value.empty()) tags.push_back(key + "=" + value);
  return tags.empty() ? name : name + " (" + join(tags, ", ") + ")";
}

// Evidence times size: confirmed changes by the end of their interval nearer to zero, then
// undecided by size, then same.
double weight(const ComparisonRow& row) {
  const double size = row.change_percent                       ? std::fabs(*row.change_percent)
                      : row.difference && *row.difference != 0 ? 1e-6
                                                               : 0;
  if (is_change(row.verdict) && row.interval_percent)
    return 1e6 +
           std::min(std::fabs(row.interval_percent->low), std::fabs(row.interval_percent->high));
  if (is_change(row.verdict)) return 1e6 + size;
  return row.verdict == Verdict::undecided ? 1e3 + size : size;
}

// Workloads with a confirmed change: what explains them is shown.
std::set<std::string_view> changed_workloads(const PairComparison& pair) {
  std::set<std::string_view> changed;
  for (const ComparisonRow& row : pair.rows)
    if (row.family == Family::headline && is_change(row.verdict)) changed.insert(row.workload);
  return changed;
}

// Nobody reads further down a table that is sorted by evidence.
constexpr size_t most_rows = 1000;

struct Hidden {
  size_t explanations = 0;  // of workloads without a confirmed change
  size_t unchanged = 0;     // explanations that did not move with their workload
  size_t weak = 0;          // beyond the rows with the most evidence
};

// Passes of ours stand behind it, whatever they came to; no count of an emulated machine and no
// published table.
bool measured_here(const ComparisonRow& row, const PairComparison& pair) {
  return row.basis == Basis::sampled ||
         (pair.base.context.get("workload_version") && pair.new_.context.get("workload_version"));
}

// Sorted by what they say; the least telling ones beyond `most` are left out.
void sort_by_weight(std::vector<const ComparisonRow*>& rows, size_t most, Hidden& hidden) {
  std::vector<std::tuple<double, size_t, const ComparisonRow*>> weighed;
  weighed.reserve(rows.size());
  for (const ComparisonRow* row : rows) weighed.emplace_back(-weight(*row), weighed.size(), row);
  const size_t kept = std::min(most, weighed.size());
  std::partial_sort(weighed.begin(), weighed.begin() + static_cast<std::ptrdiff_t>(kept),
                    weighed.end());
  hidden.weak = weighed.size() - kept;
  rows.resize(kept);
  for (size_t i = 0; i < kept; ++i) rows[i] = std::get<2>(weighed[i]);
}

// In the order in which they are shown. Of what explains: what moved beside a workload that did.
std::vector<const ComparisonRow*> shown_rows(const PairComparison& pair,
                                             const ComparisonReportOptions& options,
                                             Hidden& hidden) {
  std::vector<const ComparisonRow*> rows;
  const std::set<std::string_view> changed = changed_workloads(pair);
  for (const ComparisonRow& row : pair.rows) {
    if (row.family == Family::explanation && !options.all && measured_here(row, pair)) {
      if (!changed.contains(row.workload)) {
        ++hidden.explanations;
        continue;
      }
      if (!is_change(row.verdict) && is_of_the_system(row.workload, row.metric.id)) {
        ++hidden.unchanged;
        continue;
      }
    }
    rows.push_back(&row);
  }
  // A published table keeps its order; what was measured here is sorted by what it says.
  const bool sampled = std::any_of(rows.begin(), rows.end(), [](const auto* row) {
    return row->basis == Basis::sampled || row->basis == Basis::exact;
  });
  if (sampled) sort_by_weight(rows, options.all ? rows.size() : most_rows, hidden);
  return rows;
}

Table table_of(const std::vector<const ComparisonRow*>& rows) {
  auto any = [&](auto&& test) {
    return std::any_of(rows.begin(), rows.end(), [&](const auto* row) { return test(*row); });
  };
  const bool intervals = any([](const auto& row) { return row.interval_percent.has_value(); });
  // An interval says more than the spreads that it was made from.
  const bool spreads = !intervals && any([](const auto& row) {
    return row.base.spread_percent || row.new_.spread_percent;
  });

  Table table;
  table.column("metric", Table::Align::left);
  table.column("unit", Table::Align::left);
  table.column("base");
  if (spreads) table.column("+-");
  table.column("new");
  if (spreads) table.column("+-");
  table.column("change");
  if (intervals) table.column("interval");
  table.column("verdict", Table::Align::left);
  for (const ComparisonRow* row : rows) {
    const Tone tone = tone_of(*row);
    // Undecided rows stay visible, in grey as a whole.
    const Tone other = row->verdict == Verdict::undecided ? Tone::faint : Tone::plain;
    std::vector<Cell> cells{
        {row_name(*row), other}, {row->metric.unit, other}, {value_text(row->base), other}};
    if (spreads) cells.emplace_back(spread_text(row->base, row->basis), other);
    cells.emplace_back(value_text(row->new_), other);
    if (spreads) cells.emplace_back(spread_text(row->new_, row->basis), other);
    cells.emplace_back(change_cell(*row), tone);
    if (intervals) cells.emplace_back(interval_text(*row), other);
    cells.emplace_back(verdict_text(*row), tone);
    table.row(std::move(cells));
  }
  return table;
}

std::string side_text(const ComparedSide& side, const char* fallback) {
  std::string text = side.label.empty() ? fallback : side.label;
  if (auto kernel = side.context.get("kernel"); kernel && text.find(*kernel) == std::string::npos)
    text += ", kernel " + *kernel;
  return text;
}

std::string machine_text(const PairComparison& pair) {
  std::vector<std::string> parts;
  for (const char* name : {"machine", "cpu_model"})
    if (auto value = pair.base.context.get(name); value && (parts.empty() || parts[0] != *value))
      parts.push_back(*value);
  if (auto cpus = pair.base.context.get("cpus")) parts.push_back(*cpus + " CPUs");
  return join(parts, ", ");
}

// Remarks on rows, each text once with the rows that it holds for.
std::vector<std::string> notes_of(const std::vector<const ComparisonRow*>& rows) {
  struct Note {
    std::string_view text;
    std::vector<const ComparisonRow*> rows;
  };
  std::vector<Note> notes;  // in the order of the rows
  std::map<std::string_view, size_t> places;
  std::vector<const ComparisonRow*> unseen;
  for (const ComparisonRow* row : rows) {
    if (row->verdict == Verdict::undecided && row->minimum_detectable_percent &&
        row->family == Family::headline)
      unseen.push_back(row);
    if (row->note.empty()) continue;
    const auto [place, fresh] = places.try_emplace(row->note, notes.size());
    if (fresh) notes.push_back({row->note, {}});
    notes[place->second].rows.push_back(row);
  }
  std::vector<std::string> lines;
  if (!unseen.empty()) {
    std::vector<std::string> shown;
    for (size_t i = 0; i < (unseen.size() > 8 ? 7 : unseen.size()); ++i)
      shown.push_back(row_name(*unseen[i]) + " " +
                      fixed(*unseen[i]->minimum_detectable_percent, 1) + " %");
    if (unseen.size() > 8) shown.push_back(std::to_string(unseen.size() - 7) + " more");
    lines.push_back("undecided, with the change that would be seen nine times in ten: " +
                    join(shown, ", "));
  }
  const size_t most_notes = 50;
  for (size_t i = 0; i < std::min(notes.size(), most_notes); ++i) {
    std::vector<std::string> shown;
    for (size_t k = 0; k < std::min<size_t>(notes[i].rows.size(), 3); ++k)
      shown.push_back(row_name(*notes[i].rows[k]));
    const size_t more = notes[i].rows.size() - shown.size();
    lines.push_back(join(shown, ", ") + (more ? " and " + std::to_string(more) + " more" : "") +
                    ": " + std::string(notes[i].text));
  }
  if (notes.size() > most_notes)
    lines.push_back(std::to_string(notes.size() - most_notes) + " other notes stand in --json");
  return lines;
}

// One metric over the machines: each one's change, then the mean.
Table combined_table(const Comparison& comparison) {
  Table table;
  table.column("metric", Table::Align::left);
  for (const CombinedRow::Part& part : comparison.combined[0].parts) {
    // Long names of processors would push the table off the page.
    const bool room = part.name.size() <= 18;
    table.column(room ? part.name : part.name.substr(0, 17) + "~");
  }
  table.column("mean");
  table.column("interval");
  table.column("verdict", Table::Align::left);
  const size_t parts = comparison.combined[0].parts.size();
  for (const CombinedRow& combined : comparison.combined) {
    if (combined.parts.size() != parts) continue;
    ComparisonRow row;
    row.metric = combined.metric;
    row.workload = combined.workload;
    row.copies = combined.copies;
    row.mode = combined.mode;
    row.parameters = combined.parameters;
    row.interval_percent = combined.interval_percent;
    row.verdict = combined.verdict;
    row.direction = combined.direction;
    row.base.center = row.new_.center = 1;
    const Tone tone = tone_of(row);
    std::vector<Cell> cells{row_name(row)};
    for (const CombinedRow::Part& part : combined.parts) {
      row.change_percent = part.change_percent;
      cells.emplace_back(change_text(row));
    }
    row.change_percent = combined.change_percent;
    cells.emplace_back(change_text(row), tone);
    cells.emplace_back(interval_text(row));
    cells.emplace_back(verdict_text(row), tone);
    table.row(std::move(cells));
  }
  return table;
}

// What the mean cannot say: how much the machines differ, and why there is none.
std::vector<std::string> combined_notes(const Comparison& comparison) {
  std::set<std::string> notes;
  double most = 0;
  for (const CombinedRow& row : comparison.combined) {
    if (!row.note.empty()) notes.insert(row.note);
    most = std::max(most, row.between_percent.value_or(0));
  }
  std::vector<std::string> lines(notes.begin(), notes.end());
  if (most > 0)
    lines.push_back("the effect itself differs between them with a standard deviation of up to " +
                    fixed(most, 1) + " %");
  const size_t parts = comparison.combined[0].parts.size();
  const auto partial =
      std::count_if(comparison.combined.begin(), comparison.combined.end(),
                    [&](const CombinedRow& row) { return row.parts.size() != parts; });
  if (partial)
    lines.push_back(std::to_string(partial) + " metrics that not all have stand in --json alone");
  return lines;
}

std::vector<Finding> shown_findings(const std::vector<Finding>& findings,
                                    const ComparisonReportOptions& options) {
  std::vector<Finding> shown;
  for (const Finding& finding : findings)
    if (options.all || finding.code != code_harmless) shown.push_back(finding);
  return shown;
}

std::string hidden_text(const Hidden& hidden) {
  std::string out;
  if (hidden.explanations)
    out += std::to_string(hidden.explanations) +
           " explanation rows of workloads without a confirmed change are not shown (--all)\n";
  if (hidden.unchanged)
    out += std::to_string(hidden.unchanged) +
           " statistics without a confirmed change of their own are not shown (--all)\n";
  if (hidden.weak)
    out +=
        std::to_string(hidden.weak) + " rows with less evidence than these are not shown (--all)\n";
  return out;
}

Tone headline_tone(const Headline& headline) {
  return is_regression(headline.verdict) ? Tone::bad
         : headline.verdict == Verdict::faster || headline.verdict == Verdict::better
             ? Tone::good
             : Tone::strong;
}

}  // namespace

std::string findings_text(const std::vector<Finding>& findings, const Style& style) {
  std::string out;
  for (const Finding& finding : findings) {
    out += style.paint(Tone::warning, finding.code) + ": " + finding.text + "\n";
    if (!finding.reason.empty()) out += "      why: " + finding.reason + "\n";
    if (!finding.remedy.empty()) out += "      try: " + finding.remedy + "\n";
  }
  return out;
}

std::string findings_markdown(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& finding : findings) {
    out += "- **" + finding.code + "**: " + finding.text;
    if (!finding.reason.empty()) out += ". " + finding.reason;
    if (!finding.remedy.empty()) out += ". Remedy: " + finding.remedy;
    out += "\n";
  }
  return out;
}

std::string comparison_text(const Comparison& comparison, const Style& style,
                            const ComparisonReportOptions& options) {
  std::string out =
      style.paint(headline_tone(comparison.headline), comparison.headline.sentence) + "\n";
  for (const PairComparison& pair : comparison.pairs) {
    out += "\n";
    if (comparison.pairs.size() > 1)
      out += style.paint(headline_tone(pair.headline), pair.headline.sentence) + "\n";
    out += "base: " + side_text(pair.base, "first") + "\nnew:  " + side_text(pair.new_, "second") +
           "\n";
    if (const std::string machine = machine_text(pair); !machine.empty())
      out += "on:   " + machine + "\n";
    Hidden hidden;
    const auto rows = shown_rows(pair, options, hidden);
    if (!rows.empty()) out += "\n" + table_of(rows).text(style);
    out += hidden_text(hidden);
    const std::vector<std::string> notes = notes_of(rows);
    if (!notes.empty()) out += "\n" + join(notes, "\n") + "\n";
    if (const auto shown = shown_findings(pair.findings, options); !shown.empty())
      out += "\n" + findings_text(shown, style);
  }
  if (!comparison.combined.empty()) {
    out += "\nall together:\n\n" + combined_table(comparison).text(style);
    for (const std::string& note : combined_notes(comparison)) out += note + "\n";
  }
  if (!comparison.findings.empty()) out += "\n" + findings_text(comparison.findings, style);
  return out;
}

std::string comparison_markdown(const Comparison& comparison,
                                const ComparisonReportOptions& options) {
  std::string out = "**" + comparison.headline.sentence + "**\n";
  for (const PairComparison& pair : comparison.pairs) {
    if (comparison.pairs.size() > 1) out += "\n### " + pair.headline.sentence + "\n";
    out += "\nbase: " + side_text(pair.base, "first") + "; new: " + side_text(pair.new_, "second");
    if (const std::string machine = machine_text(pair); !machine.empty()) out += "; on " + machine;
    out += "\n\n";
    Hidden hidden;
    const auto rows = shown_rows(pair, options, hidden);
    out += table_of(rows).markdown() + hidden_text(hidden);
    for (const std::string& note : notes_of(rows)) out += "\n" + note + "\n";
    if (const auto shown = shown_findings(pair.findings, options); !shown.empty())
      out += "\n" + findings_markdown(shown);
  }
  if (!comparison.combined.empty()) {
    out += "\n### All together\n\n" + combined_table(comparison).markdown();
    for (const std::string& note : combined_notes(comparison)) out += "\n" + note + "\n";
  }
  if (!comparison.findings.empty()) out += "\n" + findings_markdown(comparison.findings);
  return out;
}

}  // namespace lodestone
