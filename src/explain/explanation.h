// SPDX-License-Identifier: GPL-2.0-or-later
// The answer: one verdict class with its evidence and the experiment that would refute it, and what
// else would fit. Document: lodestone.explanation/1.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "explain/analysis.h"
#include "explain/verdict_class.h"
#include "model/finding.h"

namespace lodestone::explain {

struct Experiment {
  std::string purpose;  // "if the layout is the cause, the difference must vanish"
  std::string command;  // lines of shell
};

// What one rule claims.
struct Claim {
  VerdictClass verdict = VerdictClass::undecidable;
  double certainty = 0;  // 0 to 1, see strength_of
  std::string rule;      // name of the rule
  std::string sentence;
  std::vector<std::string> evidence;
  std::vector<Experiment> experiments;
};

struct Missing {
  std::string what;
  std::string how;  // a command or a file to give
};

struct Explanation {
  std::string answer;  // the first line of the report
  Claim verdict;
  Strength strength = Strength::none;
  std::vector<Claim> also_consistent;
  std::vector<std::string> notes;  // facts that support no class by themselves
  std::vector<Missing> missing;
  std::vector<Finding> findings;

  // For rules.
  std::vector<Claim> claims;
  void claim(Claim claim) { claims.push_back(std::move(claim)); }
};

// Runs every rule and concludes: the claim of the greatest certainty is the verdict; below 0.25 it
// is undecidable, with what is missing.
Explanation explain(const Analysis& analysis);

Json to_json(const Analysis& analysis, const Explanation& explanation);

}  // namespace lodestone::explain
