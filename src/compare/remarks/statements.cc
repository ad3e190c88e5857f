// SPDX-License-Identifier: GPL-2.0-or-later
// What the text itself claims beside its tables ("400 to 500 points", "noise of ~0.02 %"), against
// the numbers.
#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "compare/remark.h"

namespace lodestone::remark_statements {
namespace {

void check_points(Comparison& comparison, const Claim& statement) {
  std::vector<std::string> differences;
  bool within = true;
  for (const PairComparison& pair : comparison.pairs)
    for (const ComparisonRow& row : pair.rows)
      if (row.metric.id == "unixbench.score" && row.base.center && row.new_.center) {
        const double difference = *row.new_.center - *row.base.center;
        differences.push_back(fixed(difference, 1));
        within = within && std::fabs(difference) >= statement.low &&
                 std::fabs(difference) <= statement.high;
      }
  if (differences.empty()) return;
  add_finding(comparison.findings,
              {"F052 claim-checked",
               fmt::format("the text says \"{}\"; the tables give {}", statement.text,
                           join(differences, " and ")),
               within ? "" : "the claim does not follow from the numbers", ""});
}

// A stated noise belongs to the metric that the sentence is about: quoted beside the smallest
// change that lies above it.
void check_noise(Comparison& comparison, const Claim& statement) {
  for (const PairComparison& pair : comparison.pairs) {
    const ComparisonRow* smallest = nullptr;
    for (const ComparisonRow& row : pair.rows)
      if (row.change_percent && std::fabs(*row.change_percent) > statement.high &&
          (row.metric.id.find("branch") != std::string::npos) ==
              (statement.text.find("branch") != std::string::npos) &&
          (!smallest || std::fabs(*row.change_percent) < std::fabs(*smallest->change_percent)))
        smallest = &row;
    if (!smallest) continue;
    add_finding(
        comparison.findings,
        {"F053 stated-noise",
         fmt::format(
             "the text states \"{}\"; {} moves {:+.2f} %, {:.0f} times that", statement.text,
             smallest->metric.title.empty() ? smallest->metric.id : smallest->metric.title,
             *smallest->change_percent, std::fabs(*smallest->change_percent) / statement.high),
         "the tables themselves show neither runs nor spread, so this rests on the text alone",
         ""});
  }
}

void on_all(Comparison& comparison, const std::vector<Claim>& statements) {
  for (const Claim& statement : statements) {
    if (statement.subject == Claim::Subject::points) check_points(comparison, statement);
    if (statement.subject == Claim::Subject::noise_percent && statement.high > 0)
      check_noise(comparison, statement);
  }
}

}  // namespace

extern const Remark remark_statements{"statements", nullptr, on_all};

}  // namespace lodestone::remark_statements
