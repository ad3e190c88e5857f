// SPDX-License-Identifier: GPL-2.0-or-later
// The options by which every comparing verb judges, and the exit code that its result means.
#pragma once

#include "cli/verb.h"
#include "compare/rules.h"
#include "model/comparison.h"

namespace lodestone {

inline constexpr Option option_margin{
    "--margin", "[METRIC=]P%", "what counts as no change (default 1%); METRIC may be a pattern",
    true};
inline constexpr Option option_alpha{
    "--alpha", "P%", "chance of a wrong change among all that are called changed (default 5%)"};
inline constexpr Option option_fail_on{
    "--fail-on", "P%", "exit with 1 where a result is worse by more than this, its whole interval"};
inline constexpr Option option_require_verdict{"--require-verdict", nullptr,
                                               "exit with 4 where the answer is undecided"};

// Errors: usage.
Result<Rules> rules_from(const Arguments& arguments);

// 5 not comparable, 1 a regression beyond --fail-on, 4 undecided with --require-verdict, else 0 (in
// that order).
Result<int> exit_code_of(const Comparison& comparison, const Arguments& arguments);

}  // namespace lodestone
