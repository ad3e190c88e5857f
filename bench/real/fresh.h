// SPDX-License-Identifier: GPL-2.0-or-later
// Fresh comparisons end to end: the program itself, equal arms, one command each.
#pragma once

#include <string>

#include "base/result.h"

namespace lodestone::bench {

// Runs `lodestone ab` on equal arms of the recorded workloads in turn, until `seconds` have passed
// or `most` are done; appends one line each to `path`: "fresh WORKLOAD VERDICT PAIRS SECONDS".
// Errors: the program fails.
Result<void> run_fresh(const std::string& path, double seconds, int most);

// What those lines of a file say, as one Markdown table; empty without any.
Result<std::string> fresh_report(const std::string& path);

}  // namespace lodestone::bench
