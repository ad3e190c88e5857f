// SPDX-License-Identifier: GPL-2.0-or-later
// A published change beside the spread that its text prints. Without run counts that gives no
// interval, but a change many times the spread, or well inside it, is worth saying.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "compare/headline.h"
#include "compare/remark.h"

namespace lodestone::remark_printed_spread {
namespace {

void on_pair(const Side&, const Side&, PairComparison& pair) {
  std::vector<std::string> outside, inside;
  size_t unknown = 0;
  for (const ComparisonRow& row : pair.rows) {
    if (row.basis != Basis::summary || !row.change_percent) continue;
    if (!row.base.spread_percent && !row.new_.spread_percent) continue;
    if (!row.base.n || !row.new_.n) ++unknown;
    // Printed spreads are whole percents: 0 stands for anything below a half (LKP truncates: below
    // one).
    const double spread =
        std::max({row.base.spread_percent.value_or(0), row.new_.spread_percent.value_or(0), 1.0});
    const double size = std::fabs(*row.change_percent);
    const std::string text = row.metric.id + " " + change_text(row);
    if (size > 5 * spread)
      outside.push_back(text);
    else if (size < spread)
      inside.push_back(text);
  }
  auto shown = [](std::vector<std::string> list) {
    if (list.size() > 5) {
      const size_t more = list.size() - 4;
      list.resize(4);
      list.push_back(fmt::format("{} more", more));
    }
    return join(list, ", ");
  };
  if (!outside.empty())
    add_finding(
        pair.findings,
        {"F046 outside-spread", "far outside the printed spread: " + shown(outside),
         "runs that differ by less than the spread cannot explain it; a systematic difference can",
         ""});
  if (!inside.empty())
    add_finding(pair.findings, {"F047 inside-spread",
                                "smaller than the printed spread of single runs: " + shown(inside),
                                "such a change may be noise", "repeat, interleaved"});
  if (unknown)
    add_finding(pair.findings,
                {"F048 no-run-count", "a spread is printed, but not how many runs stand behind it",
                 "without the count there is no interval, hence no verdict",
                 "ask for the number of runs, or the single values"});
}

}  // namespace

extern const Remark remark_printed_spread{"printed-spread", on_pair, nullptr};

}  // namespace lodestone::remark_printed_spread
