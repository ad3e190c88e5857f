// SPDX-License-Identifier: GPL-2.0-or-later
// Two sides become one compared pair: measurements of the same thing are matched, judged, and
// remarked upon.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "compare/rules.h"
#include "compare/settle.h"
#include "model/comparison.h"
#include "model/side.h"

namespace lodestone {

// Measurements of the same metric, workload, copies, mode and parameters. Where only one side says
// how many copies (or which mode) there were, that does not keep them apart. A new value in another
// unit is turned into the base's; where the units do not fit, or the sides disagree on which way is
// better, the two are not matched and a finding says so.
struct Matching {
  std::vector<Matched> matched;
  bool copies_differ = false;  // nothing had equal copies, so different ones were matched
  std::vector<std::string> only_base, only_new;
  std::vector<Finding> findings;
  std::deque<SideMeasurement> converted;  // new values in the base's unit; `matched` points here
  // Schedules of looks of interleaved arms; `matched` points here, too.
  std::map<std::pair<std::vector<int>, int>, stats::Looks> looks;
};
Matching match(const Side& base, const Side& new_);

// The sides are the two arms of one interleaved comparison, each of one run: their samples are
// pairs and are judged as such.
bool interleaved(const Side& base, const Side& new_);

// The whole pair: rows, headline, findings (comparability, what is missing on one side, remarks of
// compare/remarks). The sides must outlive the call only.
PairComparison compare_sides(const Side& base, const Side& new_, const Rules& rules);

// All pairs of one question (several machines, several new arms): adds the headline over all and
// the remarks on all.
Comparison conclude(std::vector<PairComparison> pairs, std::vector<Finding> findings,
                    const std::vector<Claim>& statements = {});

}  // namespace lodestone
