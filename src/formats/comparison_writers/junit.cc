// SPDX-License-Identifier: GPL-2.0-or-later
// JUnit XML of a comparison: one suite a pair, one test case a row. A confirmed regression is a
// failure, an undecided row is skipped, sides that cannot be compared are an error.
#include <fmt/format.h>

#include "base/text.h"
#include "compare/headline.h"
#include "formats/comparison_writer.h"
#include "formats/junit_text.h"

namespace lodestone::comparison_writer_junit {
namespace {

using Outcome = JunitCase::Outcome;

JunitCase case_of(const ComparisonRow& row) {
  JunitCase one;
  one.classname = row.workload.empty() ? "metrics" : row.workload;
  one.name = row_path(row);
  if (is_regression(row.verdict)) {
    one.outcome = Outcome::failed;
    one.type = "regression";
    one.message = sentence_of(row);
  } else if (row.verdict == Verdict::undecided) {
    one.outcome = Outcome::skipped;
    one.message = sentence_of(row);
  }
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) one.properties.emplace_back(name, shortest(*value));
  };
  one.properties.emplace_back("verdict", name_of(row.verdict));
  one.properties.emplace_back("unit", row.metric.unit);
  add("base", row.base.center);
  add("new", row.new_.center);
  add("change percent", row.change_percent);
  if (row.interval_percent) {
    add("interval low percent", row.interval_percent->low);
    add("interval high percent", row.interval_percent->high);
  }
  return one;
}

Result<std::string> write(const Comparison& comparison) {
  JunitDocument document;
  for (const PairComparison& pair : comparison.pairs) {
    JunitSuite suite;
    suite.name = "compare " + pair.base.label + " and " + pair.new_.label;
    suite.hostname = pair.base.context.get("machine").value_or("");
    if (!pair.comparable)
      suite.cases.push_back({"lodestone",
                             "comparable",
                             Outcome::error,
                             "not-comparable",
                             "the sides are not comparable",
                             {}});
    for (const ComparisonRow& row : pair.rows) suite.cases.push_back(case_of(row));
    document.suites.push_back(std::move(suite));
  }
  if (document.suites.empty())
    return fail(ErrorCode::unsupported, "there is no pair to make test cases of");
  return junit_text(document);
}

}  // namespace

extern const ComparisonWriter comparison_writer_junit{
    "junit", "JUnit XML for CI systems: a confirmed regression is a failure", write};

}  // namespace lodestone::comparison_writer_junit
