// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/experiment_report.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "compare/headline.h"
#include "stats/planning.h"
#include "stats/sample.h"
#include "stats/series.h"
#include "stats/sign_flip.h"

namespace lodestone {
namespace {

std::string percent(double value, int decimals = 2) {
  return signed_fixed(value, decimals) + " %";
}

std::string log_percent(double value) {
  return percent(stats::percent_of_log(value));
}

std::string p_text(double p) {
  return p < 1e-4 ? human(p, 2) : fixed(p, 4);
}

std::string name_of_plot_row(const ComparisonRow& row) {
  std::string name = row.metric.id;
  for (const auto& [key, value] : row.parameters)
    if (!value.empty()) name += " " + key + "=" + value;
  return name;
}

const std::vector<ValuePair>& pairs_of(const Experiment& experiment, size_t row) {
  static const std::vector<ValuePair> none;
  if (row >= experiment.origins.size()) return none;
  const auto& origin = experiment.origins[row];
  return experiment.subjects[origin.subject].pairs[origin.metric];
}

// What the order of the pairs says: correlation of neighbours, and the test that flips the coins
// that were thrown.
std::string series_text(const Evidence& evidence, const std::vector<ValuePair>& pairs) {
  if (pairs.size() < 4) return {};
  std::vector<stats::Difference> differences;
  std::vector<double> values;
  for (const auto& pair : pairs) {
    const double value =
        evidence.relative ? std::log(pair.new_) - std::log(pair.base) : pair.new_ - pair.base;
    differences.push_back({value, pair.base_first});
    values.push_back(value);
  }
  std::string out;
  if (const auto r = stats::lag1(values))
    out += "  lag-1 correlation of pairs " + fixed(*r, 2) + " (widens the interval above " +
           fixed(2 / std::sqrt(static_cast<double>(values.size())), 2) + ")\n";
  const auto flips = stats::sign_flip(differences, 1, 2000);
  out += "  randomisation test (not part of the verdict): p " + p_text(flips.p) + ", " +
         std::to_string(flips.arrangements) + (flips.exact ? " orders, all\n" : " orders drawn\n");
  return out;
}

}  // namespace

std::string interval_plot(const std::vector<ComparisonRow>& rows, const Style& style) {
  std::vector<const ComparisonRow*> shown;
  double reach = 0;
  size_t name_width = 0;
  for (const auto& row : rows) {
    if (!row.interval_percent || !row.change_percent || row.family != Family::headline) continue;
    shown.push_back(&row);
    name_width = std::max(name_width, display_width(name_of_plot_row(row)));
    reach = std::max({reach, std::fabs(row.interval_percent->low),
                      std::fabs(row.interval_percent->high), 1.5 * row.margin_percent});
  }
  if (shown.empty()) return {};
  // A few wild pairs give intervals of any width; what leaves the plot ends at its edge.
  reach = std::min(reach, 1000.0);
  name_width = std::min<size_t>(name_width, 36);
  size_t count_width = 0;
  for (const auto* row : shown) count_width = std::max(count_width, display_width(row->counted));
  const size_t taken = name_width + 4 + count_width + 2;
  const size_t width =
      std::clamp<size_t>(style.width > taken ? style.width - taken : 0, 21, 61) | 1;
  const auto column = [&](double value) {
    double part = (std::clamp(value, -reach, reach) + reach) / (2 * reach);
    return static_cast<size_t>(std::llround(part * static_cast<double>(width - 1)));
  };
  const char* band = style.unicode ? "░" : ":";
  const char* line = style.unicode ? "─" : "-";
  const char* point = style.unicode ? "●" : "o";
  const char* zero = style.unicode ? "│" : "|";
  const char* left = style.unicode ? "├" : "[";
  const char* right = style.unicode ? "┤" : "]";
  std::string out;
  for (const auto* row : shown) {
    std::vector<std::string> cells(width, " ");
    for (size_t i = column(-row->margin_percent); i <= column(row->margin_percent); ++i)
      cells[i] = band;
    cells[column(0)] = zero;
    const size_t low = column(row->interval_percent->low),
                 high = column(row->interval_percent->high);
    for (size_t i = low; i <= high; ++i) cells[i] = line;
    cells[low] = left;
    cells[high] = right;
    cells[column(*row->change_percent)] = point;
    std::string name = name_of_plot_row(*row);
    if (display_width(name) > name_width) name = "..." + name.substr(name.size() - name_width + 3);
    std::string text;
    for (const auto& cell : cells) text += cell;
    Tone tone = is_regression(row->verdict)          ? Tone::bad
                : row->verdict == Verdict::undecided ? Tone::faint
                : is_change(row->verdict)            ? Tone::good
                                                     : Tone::plain;
    out += name + std::string(name_width - display_width(name) + 2, ' ') + style.paint(tone, text) +
           (row->counted.empty() ? "" : "  " + row->counted) + "\n";
  }
  std::string axis(width, ' ');
  const std::string ends[2] = {percent(-reach, 1), percent(reach, 1)};
  axis.replace(0, ends[0].size(), ends[0]);
  axis.replace(width - ends[1].size(), ends[1].size(), ends[1]);
  axis[column(0)] = '0';
  out += std::string(name_width + 2, ' ') + style.paint(Tone::faint, axis) + "\n";
  return out;
}

std::optional<double> seconds_to_decide(const Evidence& evidence, const SubjectRecord& record) {
  if (!evidence.effect || !evidence.relative || record.seconds.size() < 4) return std::nullopt;
  const auto& effect = *evidence.effect;
  if (!(effect.se > 0)) return std::nullopt;
  const double n = static_cast<double>(record.seconds.size());
  // What has to be told apart: the effect from zero, or from the edge of the band, whichever is
  // farther.
  const double distance =
      std::max(std::fabs(effect.value), evidence.band - std::fabs(effect.value));
  if (!(distance > 0)) return std::nullopt;
  const double needed = n * std::pow(2.6 * effect.se / distance, 2);
  return std::max(0.0, needed - n) * record.measured_seconds / n;
}

std::string undecided_text(const Experiment& experiment) {
  std::string out;
  for (size_t k = 0; k < experiment.origins.size(); ++k) {
    const auto& row = experiment.rows[k];
    if (row.family != Family::headline || row.verdict != Verdict::undecided || !row.base.center)
      continue;
    const auto more = seconds_to_decide(experiment.evidence[k],
                                        experiment.subjects[experiment.origins[k].subject]);
    if (!more || !(*more > 0)) continue;
    out += name_of_plot_row(row) + ": undecided after " + row.counted + "; about " +
           human(*more, 2) + " s more of measuring should decide\n";
  }
  return out;
}

std::string effort_text(const Experiment& experiment, uint64_t seed) {
  size_t pairs = 0;
  for (const auto& record : experiment.subjects) pairs += record.seconds.size();
  std::string text = std::to_string(pairs) + " pairs of fresh processes of " +
                     std::to_string(experiment.subjects.size()) +
                     (experiment.subjects.size() == 1 ? " subject" : " subjects") + " in " +
                     human(experiment.seconds, 3) + " s";
  if (experiment.planned_pairs > 0 && experiment.planned_pairs < (1 << 20))
    text += ", at most " + std::to_string(experiment.planned_pairs) + " a subject";
  return text + "; seed " + std::to_string(seed) + "\n";
}

std::string statistics_text(const Experiment& experiment, const Rules& rules) {
  std::string out =
      "Each process gives one number (its windows' median); each pair the logarithm of new/base.\n"
      "Pairs are split by which arm ran first; each part gives a 20 % trimmed mean (Yuen 1974).\n";
  for (size_t k = 0; k < experiment.rows.size(); ++k) {
    const auto& row = experiment.rows[k];
    const auto& evidence = experiment.evidence[k];
    const auto& pairs = pairs_of(experiment, k);
    out += "\n" + name_of_plot_row(row) + " (" + row.counted + ", " + name_of(row.basis) + ")\n";
    if (!evidence.effect) {
      out += "  no error can be computed" + (row.note.empty() ? "" : ": " + row.note) + "\n";
      continue;
    }
    const auto& effect = *evidence.effect;
    auto scale = [&](double value) {
      return evidence.relative ? log_percent(value) : human(value, 4) + " " + row.metric.unit;
    };
    if (evidence.strata) {
      const auto& strata = *evidence.strata;
      out += "  base first: " + std::to_string(strata.base_first) + " pairs, " +
             scale(strata.effect.value + strata.position.value) +
             "; new first: " + std::to_string(strata.base_second) + " pairs, " +
             scale(strata.effect.value - strata.position.value) +
             (strata.quads ? " (means of blocks of two pairs)" : "") + "\n";
      out += "  position effect: " + scale(strata.position.value) + "\n";
    }
    out += "  effect " + scale(effect.value) + ", standard error " + shortest(effect.se) + ", " +
           fixed(effect.df, 1) + " degrees of freedom\n";
    if (evidence.open_ended) {
      out += "  open-ended: the interval holds at every number of pairs (mixture sequence)\n";
    } else if (evidence.looks) {
      const auto& bounds = evidence.looks->bounds(rules.alpha);
      out += "  look " + std::to_string(evidence.look + 1) + " of the schedule";
      for (size_t i = 0; i < bounds.size(); ++i)
        out += (i ? ", " : ": ") + std::to_string(evidence.looks->counts()[i]) + " pairs z " +
               (std::isfinite(bounds[i]) ? fixed(bounds[i], 3) : "none");
      out += "; all error spent at " + std::to_string(evidence.looks->most()) + "\n";
    }
    out += series_text(evidence, pairs);
    const auto interval = interval_of(evidence, rules.alpha);
    out += "  interval alone: [" + scale(interval.low) + ", " + scale(interval.high) +
           "], margin " + human(row.margin_percent, 3) + " %";
    if (evidence.least_half_width > 0)
      out += ", never narrower than " + scale(evidence.least_half_width) + " (steps of the clock)";
    out += "\n  p of a change " + p_text(p_of_change(evidence)) + ", p of no change " +
           p_text(p_of_same(evidence));
    if (row.adjusted_p) out += ", adjusted among all " + p_text(*row.adjusted_p);
    if (row.interval_percent)
      out += "\n  interval given all metrics: [" + percent(row.interval_percent->low) + ", " +
             percent(row.interval_percent->high) + "]";
    if (evidence.floor > 0) out += "; a change has to exceed " + scale(evidence.floor);
    out += " -> " + std::string(name_of(row.verdict)) + "\n";
  }
  return out;
}

}  // namespace lodestone
