// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/instrumented_pairs.h"

#include <algorithm>
#include <cmath>

#include "measure/instruments.h"

namespace lodestone {

InstrumentedPairs::InstrumentedPairs(const std::vector<std::unique_ptr<Subject>>& subjects,
                                     int wanted)
    : subjects_(subjects),
      wanted_(wanted),
      scored_metrics_(subjects.size()),
      rates_(subjects.size()),
      looks_(subjects.size()) {}

double InstrumentedPairs::reserve(double budget_seconds, double all_pairs_seconds) const {
  if (!std::isfinite(budget_seconds)) return 0;
  return std::min(.25 * budget_seconds, cost * all_pairs_seconds * wanted_);
}

void InstrumentedPairs::note_scored(size_t i, const Pass& pass) {
  if (const double rate = operation_rate(pass); rate > 0) rates_[i][0].push_back(rate);
}

void InstrumentedPairs::begin(double alpha) {
  begun_ = true;
  for (size_t i = 0; i < subjects_.size(); ++i) scored_metrics_[i] = subjects_[i]->metrics.size();
  looks_.plan(wanted_, true, false, alpha);
}

size_t InstrumentedPairs::place_of(size_t i, const Metric& metric, SubjectRecord& record) {
  auto& metrics = subjects_[i]->metrics;
  for (size_t m = scored_metrics_[i]; m < metrics.size(); ++m)
    if (metrics[m].metric.id == metric.id) return m;
  metrics.push_back({metric, Family::explanation});
  record.pairs.emplace_back();
  return metrics.size() - 1;
}

bool InstrumentedPairs::keep(size_t i, const std::array<Observation, 2>& sides, bool base_first,
                             SubjectRecord& record, std::vector<Finding>& findings) {
  for (const Observation& side : sides)
    for (const Finding& finding : side.pass.findings)
      if (finding.code.starts_with("F5")) add_finding(findings, finding);
  for (const Observation& side : sides)
    if (!side.error.empty()) return false;
  ++record.instrumented_pairs;
  std::map<std::string, double> other;
  for (const InstrumentValue& one : instrument_values(subjects_[i]->name, sides[1].pass))
    other[one.metric.id] = one.value;
  for (const InstrumentValue& one : instrument_values(subjects_[i]->name, sides[0].pass))
    if (const auto match = other.find(one.metric.id); match != other.end())
      record.pairs[place_of(i, one.metric, record)].push_back(
          {one.value, match->second, base_first});
  for (const Observation& side : sides)
    if (const double rate = operation_rate(side.pass); rate > 0) rates_[i][1].push_back(rate);
  return true;
}

void InstrumentedPairs::conclude(const std::vector<SubjectRecord>& records,
                                 std::vector<Finding>& findings) const {
  std::string few;
  for (size_t i = 0; i < subjects_.size(); ++i) {
    const Subject& subject = *subjects_[i];
    if (auto price =
            cost_of_counting(subject.name + " x" + std::to_string(subject.copies.value_or(1)),
                             rates_[i][0], rates_[i][1]))
      add_finding(findings, *std::move(price));
    if (records[i].instrumented_pairs < wanted_ && !records[i].seconds.empty())
      few += (few.empty() ? "" : ", ") + subject.name + " " +
             std::to_string(records[i].instrumented_pairs);
  }
  if (few.empty()) return;
  add_finding(findings, {"F512 few-instrumented-pairs",
                         "fewer than " + std::to_string(wanted_) +
                             " pairs under counters and collectors: " + few,
                         "the budget ended, or a process failed", "give a larger --budget"});
}

}  // namespace lodestone
