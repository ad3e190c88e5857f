// SPDX-License-Identifier: GPL-2.0-or-later
// Questions that several rules ask, and the words in which they answer.
#pragma once

#include <map>
#include <string>

#include "explain/analysis.h"
#include "explain/explanation.h"

namespace lodestone::explain {

// What is known of the instructions of both sides.
enum class CodeKnowledge {
  unknown,      // no function on both sides
  same_sizes,   // only symbols; every function keeps its size and none came or went
  other_sizes,  // only symbols; some differ
  same_code,    // instructions compared: every function that both have is the same
  other_code,   // instructions compared: some differ
};
// The exact counts prove that the workloads execute the same code on both sides.
bool executed_identical(const Analysis& analysis);
// That, and other code differs or is not in view: what is said holds for those workloads alone.
bool identical_by_counts_alone(const Analysis& analysis);
// "scale/pipe1 and 2 others": what was counted.
std::string counted_workloads(const Analysis& analysis);
CodeKnowledge code_knowledge(const Analysis& analysis);

// The focus symbol whose changed relation matters most, and the line at which it changed; nullptr
// if none changed. Lines wider than a measured granule do not count.
struct Moved {
  const Focus* focus = nullptr;
  const LineRelation* relation = nullptr;
  double weight = 0;
};
Moved most_telling_move(const Analysis& analysis);

const Entity& base_entity(const Analysis& analysis, SectionClass section, uint32_t pair);
const Entity& next_entity(const Analysis& analysis, SectionClass section, uint32_t pair);

// Displacement -> number of pairs, without 0.
std::map<int64_t, size_t> displacement_counts(const Displacements& displacements);
// "153 of 219 per-CPU symbols moved: 151 by +64, 1 by +16, 1 by +72".
std::string describe_moves(const Analysis& analysis, SectionClass section);
// "0x213c0 -> 0x21400".
std::string describe_places(const LineRelation& relation);
// "shares its 128-byte block with a, b" or "stands alone in its 128-byte block".
std::string describe_sharing(const Situation& situation, uint32_t line);
// "getppid has 1 instruction more".
std::string describe_change(const FunctionChange& change);
// "added `nop`; `mov 8(%rax), %rdx` became ...".
std::string side_by_side_text(const FunctionChange& change, size_t limit);
// The largest power of two that divides the place, at most 4096.
uint64_t alignment_of(uint64_t place);
// The workload whose numbers are in question; where none was named, one that runs the changed code;
// "index" where none is known to.
std::string workload_to_try(const Analysis& analysis);
// `lodestone exact` of both sides, as a shell takes it: bootable images, commas doubled, the
// options that the changed code depends on; what has to be put in is said behind it.
std::string exact_command(const Analysis& analysis);
// How large a difference two boots of one kernel make.
Experiment boot_twice(const Analysis& analysis);
// Both kernels measured, each booted in turn, with `what` done to the new one: the commands.
std::string measure_both(const Analysis& analysis, std::string_view base_label,
                         std::string_view new_label);
std::string plural(size_t count, std::string_view one, std::string_view many);

}  // namespace lodestone::explain
