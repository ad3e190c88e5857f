// SPDX-License-Identifier: GPL-2.0-or-later
// Pairs with counters and collectors at work. Counting costs something, so that they come behind
// all scored pairs and are no part of the answer: what they see becomes metrics of the explanation
// family.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "measure/interleave/experiment.h"
#include "measure/interleave/look_book.h"

namespace lodestone {

class InstrumentedPairs {
 public:
  InstrumentedPairs(const std::vector<std::unique_ptr<Subject>>& subjects, int wanted);

  // Attaching, reading and closing, as a multiple of the pair's own time.
  static constexpr double cost = 1.5;
  // What to keep of the budget, where one pair of each subject takes `all_pairs_seconds` together.
  double reserve(double budget_seconds, double all_pairs_seconds) const;

  // A scored process of subject i: its rate stands against those of the instrumented ones.
  void note_scored(size_t i, const Pass& pass);
  // Behind the last scored pair: metrics that come from now on are ours.
  void begin(double alpha);
  // Both sides of an instrumented pair of subject i go into its record. False: a process failed,
  // and the subject has no more of these pairs. Findings of the instruments are added.
  bool keep(size_t i, const std::array<Observation, 2>& sides, bool base_first,
            SubjectRecord& record, std::vector<Finding>& findings);
  // What counting cost, and where fewer pairs fitted than wanted.
  void conclude(const std::vector<SubjectRecord>& records, std::vector<Finding>& findings) const;

  // Did instruments find metric m of subject i?
  bool found(size_t i, size_t m) const { return begun_ && m >= scored_metrics_[i]; }
  // The looks at them.
  LookBook& looks() { return looks_; }

 private:
  // The place of a metric that instruments found among those of subject i.
  size_t place_of(size_t i, const Metric& metric, SubjectRecord& record);

  const std::vector<std::unique_ptr<Subject>>& subjects_;
  int wanted_;
  bool begun_ = false;
  std::vector<size_t> scored_metrics_;  // of a subject; metrics behind these come from instruments
  // Operations a second of a subject's scored and instrumented processes.
  std::vector<std::array<std::vector<double>, 2>> rates_;
  LookBook looks_;
};

}  // namespace lodestone
