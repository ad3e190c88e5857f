// SPDX-License-Identifier: GPL-2.0-or-later
// The result of a comparison. Document: lodestone.comparison/1.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/maybe.h"
#include "model/context.h"
#include "model/finding.h"
#include "model/metric.h"

namespace lodestone {

struct Interval {
  double low = 0, high = 0;
};

struct SideSummary {
  Maybe<long long> n;
  Maybe<double> center;
  Maybe<double> spread_percent;
  SpreadKind spread_kind = SpreadKind::sd;  // what was published as spread
};

// `headline` rows are declared results of a workload; `explanation` rows (counters, collectors) are
// shown only where their workload's own verdict is a change, or on request.
enum class Family : uint8_t { headline, explanation };

// A part of a row's value: a kernel function's share of an exact count.
struct RowDetail {
  std::string name;
  double base = 0, new_ = 0;             // in the row's unit
  std::map<std::string, double> values;  // further numbers: calls_base, calls_new ...
  std::string note;
};

struct ComparisonRow {
  Metric metric;
  Name workload;
  Maybe<int> copies;
  Name mode;
  std::map<std::string, std::string> parameters;
  Family family = Family::headline;
  SideSummary base, new_;
  Maybe<double> change_percent;  // of the value, new against base; absent for a zero base
  Maybe<double> difference;      // new - base in the metric's unit (exact counts, shares in points)
  std::optional<Interval> interval_percent;
  Verdict verdict = Verdict::undecided;
  Verdict direction = Verdict::same;
  double margin_percent = 1;
  Maybe<double> minimum_detectable_percent;
  Maybe<double> adjusted_p;
  Basis basis = Basis::single;
  Name counted;                    // "22 pairs", "10 runs a side", "6 boots a side"; may be empty
  Name note;                       // one remark for people: "new", "needs 4 runs a side", ...
  std::vector<RowDetail> details;  // what the row is made of: the functions of an exact count
  // log(new / base) and its standard error, before any widening for many metrics; absent where the
  // effect is no ratio or has no error.
  Maybe<double> log_ratio, log_ratio_error;
};

struct Headline {
  Verdict verdict = Verdict::undecided;
  Verdict direction = Verdict::same;
  std::string metric;
  std::optional<double> change_percent;
  std::optional<Interval> interval_percent;
  Basis basis = Basis::single;
  std::string sentence;
};

struct ComparedSide {
  std::string label;
  Context context;
};

struct PairComparison {
  ComparedSide base, new_;
  Headline headline;
  std::vector<ComparisonRow> rows;
  std::vector<Finding> findings;
  bool comparable = true;  // false: exit code 5
};

// One metric over several machines, or over repetitions of one comparison.
struct CombinedRow {
  // One machine or repetition.
  struct Part {
    std::string name;
    std::optional<double> change_percent;
    std::optional<Interval> interval_percent;
    Verdict direction = Verdict::same;
  };
  Metric metric;
  Name workload;
  Maybe<int> copies;
  Name mode;
  std::map<std::string, std::string> parameters;
  std::vector<Part> parts;  // in the order of the pairs
  // The random-effects mean; absent below three parts, where signs and sizes are all there is.
  std::optional<double> change_percent;
  std::optional<Interval> interval_percent;
  std::optional<double> between_percent;        // standard deviation between the parts
  std::optional<double> heterogeneity_percent;  // share of the spread that is more than noise (I^2)
  std::optional<double> adjusted_p;
  double margin_percent = 1;
  Verdict verdict = Verdict::undecided;
  Verdict direction = Verdict::same;  // of the mean, else the one that all parts share
  std::string note;
};

struct Comparison {
  Headline headline;
  std::vector<Finding> findings;
  std::vector<PairComparison> pairs;
  std::vector<CombinedRow> combined;  // where the pairs are one question on several machines
};

Json to_json(const Headline& headline);
Json to_json(const ComparisonRow& row);
Json to_json(const CombinedRow& row);
Json to_json(const Comparison& comparison);

}  // namespace lodestone
