// SPDX-License-Identifier: GPL-2.0-or-later
// Two outcomes of one workload, function by function.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exact/outcome.h"
#include "model/comparison.h"
#include "model/metric.h"

namespace lodestone::exact {

struct FunctionDifference {
  std::string function;
  FunctionCount base, new_;  // on the path of one marked operation; all zero where it is not on it
  bool other_code = false;   // something executed on both sides differs, addresses masked
  bool by_state = false;     // neither side's code explains it: data, caches or allocators do

  int64_t instructions() const {
    return static_cast<int64_t>(new_.instructions) - static_cast<int64_t>(base.instructions);
  }
  int64_t calls() const {
    return static_cast<int64_t>(new_.calls) - static_cast<int64_t>(base.calls);
  }
  // "new on the path", "no longer on the path", "called 2 times for 1", "3 instructions longer",
  // "other code of the same length" ...
  std::string reason() const;
};

struct Differences {
  // Functions whose counts or code differ: first those that the code explains, the largest change
  // of instructions first.
  std::vector<FunctionDifference> functions;
  int64_t sum = 0;              // of what is not by state
  uint64_t absolute = 0;        // of the absolute values of the same
  bool any_other_code = false;  // of all functions that the operations executed
  bool same_image = false;
  // Of every function alike: instructions, branches, calls; and the executed bytes, addresses
  // masked.
  bool same_instructions = false, same_branches = false, same_calls = false, same_code = false;
  bool same_counts() const { return same_instructions && same_branches && same_calls; }
  // How many of the functions make up 99 % of `absolute`.
  size_t telling() const;
};
Differences differences_of(const Functions& base, const Functions& new_);
// The same for a workload's kernel functions, with what is known of their code and how steady they
// are. Where no number of instructions dominates, an allocator's list or a cache's chain makes two
// kernels with the same code differ; there the functions that take one number in nearly every
// operation of both sides, and whose code or callers differ, make up `sum`.
Differences kernel_differences(const WorkloadOutcome& base, const WorkloadOutcome& new_);
// Half of the operations of every phase take one number of kernel instructions.
bool dominant(const WorkloadOutcome& outcome);

// The note of a count that is equal and not identical for one reason: some operations of the usual
// size took another way, on which the code was not compared instruction by instruction.
inline constexpr const char* other_ways_not_compared =
    "the same code on the usual way; other ways of the same length were not compared";

// How one count of a workload compares.
struct CountComparison {
  double base = 0, new_ = 0;  // headline values, per operation
  bool usual = false;         // both are modes; else both are minima
  Verdict verdict = Verdict::undecided;
  Verdict direction = Verdict::equal;
  std::string note;
  double difference = 0;  // new_ - base, or what functions of fixed count add up to
  // Where boots of a side disagree: the differences that any boot of the one and any of the other
  // give.
  std::optional<Interval> range;
};
// `quantity` indexes quantity_names.
CountComparison compare_count(const WorkloadOutcome& base, const WorkloadOutcome& new_,
                              size_t quantity, const Differences& kernel, const Differences& user,
                              bool deterministic);

}  // namespace lodestone::exact
