// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/pairing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <set>

#include "base/text.h"
#include "compare/comparability.h"
#include "compare/evidence.h"
#include "compare/headline.h"
#include "compare/remark.h"
#include "compare/same_quantity.h"
#include "compare/score.h"
#include "model/unit.h"

namespace lodestone {
namespace {

std::string name_for_people(const SideMeasurement& m) {
  std::string name =
      m.measurement.metric.title.empty() ? m.measurement.metric.id : m.measurement.metric.title;
  if (m.copies && *m.copies > 1) name += " x" + std::to_string(*m.copies);
  return name;
}

bool compatible(const SideMeasurement& a, const SideMeasurement& b, bool any_copies) {
  return a.measurement.metric.id == b.measurement.metric.id && a.parameters == b.parameters &&
         (any_copies || !a.copies || !b.copies || *a.copies == *b.copies) &&
         (a.mode.empty() || b.mode.empty() || a.mode == b.mode);
}

// Counters and collected statistics explain; a workload's own results answer. Where a side has no
// result of a workload at all (a perf stat table), its metrics are what was asked about.
bool explains(const SideMeasurement& m, bool has_results) {
  if (!has_results) return false;
  const std::string_view id = m.measurement.metric.id;
  const std::string_view quantity = id.substr(id.rfind('.') + 1);
  for (std::string_view result : {"rate", "time", "index", "score", "throughput", "latency"})
    if (quantity == result) return false;
  return m.measurement.metric.better == Better::neutral ||
         !(m.measurement.metric.kind == Kind::rate || m.measurement.metric.kind == Kind::time);
}

bool is_result(const SideMeasurement& m) {
  return m.measurement.metric.better != Better::neutral &&
         (m.measurement.metric.kind == Kind::rate || m.measurement.metric.kind == Kind::time) &&
         (!m.workload.empty() || m.measurement.metric.kind == Kind::rate);
}

// UnixBench's index is the rate over a constant: beside the rate it would count every result twice.
bool repeats_its_rate(const SideMeasurement& m, const std::set<Name>& rates) {
  const std::string_view id = m.measurement.metric.id;
  return id.ends_with(".index") && rates.contains(std::string(id, 0, id.size() - 5) + "rate");
}

std::set<Name> rates_of(const Side& side) {
  std::set<Name> rates;
  const auto is_index = [](const SideMeasurement& m) {
    return m.measurement.metric.id.ends_with(".index");
  };
  if (std::none_of(side.measurements.begin(), side.measurements.end(), is_index)) return rates;
  for (const SideMeasurement& m : side.measurements)
    if (m.measurement.metric.id.ends_with(".rate")) rates.insert(m.measurement.metric.id);
  return rates;
}

SideMeasurement scaled(const SideMeasurement& from, double factor, const std::string& unit) {
  SideMeasurement to = from;
  Measurement& m = to.measurement;
  m.metric.unit = unit;
  if (m.center) *m.center *= factor;
  for (auto& end : m.interval)
    if (end) *end *= factor;
  for (Sample& sample : m.samples) sample.value *= factor;
  return to;
}

// The new side's measurement as one that can stand beside the base's; none if it cannot.
const SideMeasurement* fitted(const SideMeasurement& base, const SideMeasurement& new_,
                              Matching& matching) {
  const Metric &a = base.measurement.metric, &b = new_.measurement.metric;
  const auto factor = conversion(b.unit, a.unit);
  if (!factor) {
    add_finding(matching.findings, {"F037 units-differ",
                                    name_for_people(base) + " is in " + a.unit +
                                        " on the base side and in " + b.unit + " on the new one",
                                    "they measure different things, or a prefix has two meanings",
                                    "state both in one unit"});
    return nullptr;
  }
  if (a.better != b.better && a.better != Better::neutral && b.better != Better::neutral) {
    add_finding(matching.findings,
                {"F038 directions-differ",
                 name_for_people(base) + " is better " + name_of(a.better) +
                     " on the base side and better " + name_of(b.better) + " on the new one",
                 "it cannot be the same quantity", "give the metric one direction on both sides"});
    return nullptr;
  }
  const bool settled = a.better == b.better || b.better == Better::neutral;
  if (*factor == 1 && settled) return &new_;
  matching.converted.push_back(scaled(new_, *factor, a.unit.empty() ? b.unit : a.unit));
  // A side that knows no direction makes the pair neutral.
  if (!settled) matching.converted.back().measurement.metric.better = Better::neutral;
  return &matching.converted.back();
}

// Measurements by metric id, those of one id in the order of the side. Two words a measurement: a
// tree of a million names would cost more than the comparison.
class ById {
 public:
  static constexpr size_t none = ~size_t{0};

  explicit ById(const std::vector<SideMeasurement>& measurements)
      : measurements_(measurements),
        heads_(std::bit_ceil(2 * measurements.size() + 1), none),
        next_(measurements.size(), none) {
    for (size_t i = measurements.size(); i-- > 0;) {
      size_t& head = place_of(measurements[i].measurement.metric.id);
      next_[i] = head;
      head = i;
    }
  }
  size_t first(Name id) { return place_of(id); }
  size_t next(size_t index) const { return next_[index]; }

 private:
  // Open addressing: a place holds the first measurement of one id.
  size_t& place_of(Name id) {
    size_t place = std::hash<Name>{}(id) & (heads_.size() - 1);
    while (heads_[place] != none && measurements_[heads_[place]].measurement.metric.id != id)
      place = (place + 1) & (heads_.size() - 1);
    return heads_[place];
  }

  const std::vector<SideMeasurement>& measurements_;
  std::vector<size_t> heads_, next_;
};

bool are_pairs(const SideMeasurement& base, const SideMeasurement& new_) {
  const auto &a = base.measurement.interleaved, &b = new_.measurement.interleaved;
  return a && b && a->comparison == b->comparison &&
         base.measurement.samples.size() == new_.measurement.samples.size();
}

// With the looks of the time: the pairs that there are did not come about in one go.
void match_pairs(Matched& arms, Matching& matching) {
  const Interleaved& kept = *arms.base->measurement.interleaved;
  const auto key = std::pair(kept.looks, kept.most_pairs);
  auto known = matching.looks.find(key);
  if (known == matching.looks.end()) {
    const auto looks = stats::Looks::plan(kept.looks, kept.most_pairs);
    if (!looks) return;
    known = matching.looks.emplace(key, *looks).first;
  }
  arms.looks = &known->second;
  arms.family = kept.answers ? Family::headline : Family::explanation;
}

Matching match(const Side& base, const Side& new_, bool any_copies) {
  Matching matching;
  const auto base_rates = rates_of(base), new_rates = rates_of(new_);
  ById by_id(new_.measurements);
  std::vector<bool> used(new_.measurements.size());
  const bool has_results =
      std::any_of(base.measurements.begin(), base.measurements.end(), is_result);
  for (const SideMeasurement& m : base.measurements) {
    if (repeats_its_rate(m, base_rates)) continue;
    size_t partner = by_id.first(m.measurement.metric.id);
    while (partner != ById::none &&
           (used[partner] || !compatible(m, new_.measurements[partner], any_copies)))
      partner = by_id.next(partner);
    if (partner == ById::none) {
      matching.only_base.push_back(name_for_people(m));
      continue;
    }
    used[partner] = true;
    const SideMeasurement* fit = fitted(m, new_.measurements[partner], matching);
    if (!fit) continue;
    matching.matched.push_back(
        {&m, fit, explains(m, has_results) ? Family::explanation : Family::headline});
    if (are_pairs(m, *fit)) match_pairs(matching.matched.back(), matching);
  }
  for (size_t i = 0; i < used.size(); ++i)
    if (!used[i] && !repeats_its_rate(new_.measurements[i], new_rates))
      matching.only_new.push_back(name_for_people(new_.measurements[i]));
  return matching;
}

// Runs measured one after the other: what user code, which no kernel change reaches, moved between
// them bounds how much the machine itself drifted. A change has to lie beyond that whole.
Rules with_drift_floor(const Side& base, const Side& new_, const Matching& matching,
                       const Rules& rules, std::vector<Finding>& findings) {
  Rules stricter = rules;
  if (base.boots > 1 || new_.boots > 1) return stricter;
  double floor = 0;
  std::vector<std::string> names;
  for (const Matched& pair : matching.matched)
    for (const char* control :
         {"unixbench/dhry2reg", "unixbench/dhry2", "unixbench/whetstone-double", "unixbench/hanoi",
          "unixbench/double"}) {
      const Measurement& m = pair.base->measurement;
      if (pair.base->workload != control || m.metric.kind != Kind::rate ||
          m.basis != Basis::sampled || pair.new_->measurement.basis != Basis::sampled)
        continue;
      const Evidence evidence = weigh(*pair.base, *pair.new_, rules);
      if (!evidence.effect || !evidence.relative) continue;
      const stats::Interval interval = interval_of(evidence, rules.alpha);
      floor = std::max({floor, std::fabs(interval.low), std::fabs(interval.high)});
      names.emplace_back(control);
    }
  if (names.empty()) return stricter;
  for (const Matched& pair : matching.matched) {
    double& known = stricter.floors[pair.base->measurement.metric.id];
    known = std::max(known, std::expm1(floor));
  }
  add_finding(
      findings,
      {"F036 drift-floor",
       "user code (" + join(names, ", ") + ") may have moved by up to " +
           fixed(100 * std::expm1(floor), 1) + " % between the runs",
       "the change under test does not reach it, so the machine itself may have drifted by as "
       "much; a smaller change is not called one",
       "lodestone ab interleaves the sides; a quiet machine makes this smaller"});
  return stricter;
}

std::string few_of(const std::vector<std::string>& names) {
  std::vector<std::string> shown(names.begin(), names.begin() + std::min<size_t>(names.size(), 6));
  if (names.size() > shown.size())
    shown.push_back("and " + std::to_string(names.size() - shown.size()) + " more");
  return join(shown, ", ");
}

Finding missing(const std::vector<std::string>& names, const char* side) {
  return {"F030 one-sided", std::string("only the ") + side + " side has: " + few_of(names),
          "a metric that one side lacks cannot be compared", ""};
}

// Passes of unlike length, on one side or between them. Short ones hold more of the warm-up, and of
// what a cache or a queue still takes for nothing.
std::optional<Finding> pass_lengths(const Side& base, const Side& new_) {
  constexpr double alike = 1.25;
  std::vector<std::string> unlike;
  for (const auto& [workload, lengths] : base.pass_seconds) {
    const auto other = new_.pass_seconds.find(workload);
    if (other == new_.pass_seconds.end()) continue;
    const double shortest = std::min(*lengths.begin(), *other->second.begin());
    const double longest = std::max(*lengths.rbegin(), *other->second.rbegin());
    if (longest > alike * shortest)
      unlike.push_back(workload + " (" + human(shortest, 3) + " and " + human(longest, 3) + " s)");
  }
  if (unlike.empty()) return std::nullopt;
  return Finding{"F059 pass-lengths-differ",
                 "the passes of " + few_of(unlike) + " are of different lengths",
                 "a short pass holds more of the warm-up than a long one, whatever the kernel does",
                 "run both sides with the same --seconds (and --quick on both or on neither)"};
}

}  // namespace

Matching match(const Side& base, const Side& new_) {
  Matching matching = match(base, new_, false);
  if (!matching.matched.empty()) return matching;
  Matching loose = match(base, new_, true);
  loose.copies_differ = !loose.matched.empty();
  return loose.matched.empty() ? matching : loose;
}

bool interleaved(const Side& base, const Side& new_) {
  const auto comparison = [](const Side& side) {
    for (const SideMeasurement& m : side.measurements)
      if (m.measurement.interleaved) return m.measurement.interleaved->comparison;
    return std::string();
  };
  return !comparison(base).empty() && comparison(base) == comparison(new_);
}

PairComparison compare_sides(const Side& base, const Side& given, const Rules& rules) {
  PairComparison pair;
  pair.base = {base.label, base.context};
  pair.new_ = {given.label, given.context};
  const Comparability comparability = comparability_of(base, given);
  pair.comparable = comparability.comparable;
  pair.findings = comparability.findings;
  const std::optional<Side> converted = expressed_like(given, base, pair.findings);
  const Side& new_ = converted ? *converted : given;
  const Matching matching = match(base, new_);
  if (matching.copies_differ) {
    pair.comparable = false;
    add_finding(pair.findings, {"F031 copies-differ", "the sides ran different numbers of copies",
                                "more copies change every rate, whatever the kernel does",
                                "run both sides with the same --copies"});
  }
  if (auto finding = pass_lengths(base, new_)) {
    pair.comparable = false;
    add_finding(pair.findings, *std::move(finding));
  }
  // What drifted while pairs were measured, drifted for both arms.
  const Rules judged_by = interleaved(base, new_)
                              ? rules
                              : with_drift_floor(base, new_, matching, rules, pair.findings);
  pair.rows = judge(matching.matched, judged_by, pair.findings);
  if (!matching.only_base.empty()) add_finding(pair.findings, missing(matching.only_base, "base"));
  if (!matching.only_new.empty()) add_finding(pair.findings, missing(matching.only_new, "new"));
  for (const Finding& finding : base.findings) add_finding(pair.findings, finding);
  for (const Finding& finding : new_.findings) add_finding(pair.findings, finding);
  if (matching.matched.empty() && !matching.findings.empty()) pair.comparable = false;
  for (const Finding& finding : matching.findings) add_finding(pair.findings, finding);
  set_doubtful_score_aside(pair);
  pair.headline = headline_of(pair.rows);
  if (!pair.comparable) {
    pair.headline.verdict = Verdict::undecided;
    pair.headline.sentence =
        "not comparable, see below; the numbers alone say " + pair.headline.sentence;
  }
  for (const Remark* remark : remarks)
    if (remark->on_pair) remark->on_pair(base, new_, pair);
  return pair;
}

Comparison conclude(std::vector<PairComparison> pairs, std::vector<Finding> findings,
                    const std::vector<Claim>& statements) {
  Comparison comparison;
  comparison.pairs = std::move(pairs);
  comparison.findings = std::move(findings);
  comparison.headline =
      comparison.pairs.size() == 1 ? comparison.pairs[0].headline : headline_of(comparison.pairs);
  for (const Remark* remark : remarks)
    if (remark->on_all) remark->on_all(comparison, statements);
  return comparison;
}

}  // namespace lodestone
