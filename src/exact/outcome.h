// SPDX-License-Identifier: GPL-2.0-or-later
// What one arm's boots say about one workload: a distribution for every count, and the path of the
// operation that the headline values stand for, function by function.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "exact/arm.h"
#include "exact/boot.h"
#include "exact/branches.h"
#include "exact/code_map.h"
#include "exact/console.h"
#include "exact/counts.h"
#include "exact/distribution.h"
#include "exact/sources.h"

namespace lodestone::exact {

// One function on the path of one operation. Compiler-made pieces (.isra.0, .part.1, .cold,
// .constprop.2) count with the function that they were made from.
struct FunctionCount {
  uint64_t instructions = 0, branches = 0;
  uint64_t calls = 0;      // executions of its first instruction
  uint64_t code_hash = 0;  // of the executed instructions, addresses masked
};
using Functions = std::map<std::string, FunctionCount>;

// How many instructions of one kernel function the operations that were looked at executed.
struct FunctionSpread {
  bool steady = false;  // nine tenths of those of every phase executed `usual`
  uint64_t usual = 0;
  std::vector<uint64_t> common;  // the commonest values of all phases, other than 0
};

struct WorkloadOutcome {
  std::string workload;
  std::string skipped, failed;  // why there is no result
  std::map<std::string, std::string> parameters;
  unsigned tasks = 1;
  uint64_t operations = 0;  // marked, in all phases
  // Operations that the workload itself counts in one marked operation; headline values are divided
  // by it.
  double counted = 1;
  std::array<Distribution, quantities> counts;
  std::array<double, cause_count> foreign{};  // instructions of other causes, per marked operation
  // The path: that of the commonest operation where all phases have a common one, else of the
  // shortest looked at.
  bool usual = false;
  bool has_path = false;
  uint64_t path_kernel = 0, path_user = 0;
  uint64_t path_seen = 0, path_different = 0;
  Functions kernel, user;
  // Instructions of the workload's own work beyond the path, per marked operation, by function:
  // slow paths and refills.
  std::map<std::string, double> beyond;
  std::map<std::string, FunctionSpread> spreads;  // of every kernel function that was executed
  std::shared_ptr<const CodeMap> code;            // of the boot
  SourceCounts sources;                           // of the path's kernel instructions
  BranchCounts kernel_branches, user_branches;    // of the path
  // The headline values of every boot, where the arm's boots disagree; else empty.
  std::array<std::vector<double>, quantities> by_boot;

  // The mode where there is one, else the smallest, per operation.
  double headline(size_t quantity) const;
  bool has_result() const { return skipped.empty() && failed.empty() && operations > 0; }
};

// Joins the guest's report and the plugin's counts of one boot.
Result<std::vector<WorkloadOutcome>> outcomes_of(const GuestReport& report, const Counts& counts,
                                                 const BootOptions& options, const Arm& arm,
                                                 const SymbolMap& guest_symbols);

}  // namespace lodestone::exact
