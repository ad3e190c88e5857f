// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/decision_options.h"

#include <algorithm>

#include "base/text.h"
#include "compare/headline.h"

namespace lodestone {

Result<Rules> rules_from(const Arguments& arguments) {
  Rules rules;
  // Before anything is read or printed; exit_code_of() uses it in the end.
  LODESTONE_TRY(arguments.fraction("--fail-on"));
  LODESTONE_ASSIGN(const auto alpha, arguments.fraction("--alpha"));
  if (alpha) {
    if (*alpha <= 0 || *alpha >= 0.5)
      return fail(ErrorCode::usage, "--alpha must lie between 0 and 50 %");
    rules.alpha = *alpha;
  }
  for (const std::string& text : arguments.values("--margin")) {
    const size_t equals = text.rfind('=');
    const auto margin =
        parse_fraction(equals == std::string::npos ? text : text.substr(equals + 1));
    if (!margin || *margin < 0 || *margin >= 1)
      return fail(ErrorCode::usage, "the margin '" + text + "' cannot be used",
                  "it takes a share such as 1% or METRIC=2%");
    if (equals == std::string::npos)
      rules.margin = *margin;
    else
      rules.margins.emplace_back(text.substr(0, equals), *margin);
  }
  return rules;
}

Result<int> exit_code_of(const Comparison& comparison, const Arguments& arguments) {
  LODESTONE_ASSIGN(const auto fail_on, arguments.fraction("--fail-on"));
  bool comparable = true, regression = false;
  for (const PairComparison& pair : comparison.pairs) {
    comparable = comparable && pair.comparable;
    regression = regression || (fail_on && regression_beyond(pair.rows, *fail_on));
  }
  if (!comparable) return 5;
  if (regression) return 1;
  if (arguments.has("--require-verdict") && comparison.headline.verdict == Verdict::undecided)
    return 4;
  return 0;
}

}  // namespace lodestone
