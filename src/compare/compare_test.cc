// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "compare/evidence.h"
#include "compare/headline.h"
#include "compare/settle.h"

namespace lodestone {
namespace {

const Metric rate{"scale/signal1.per_thread_ops", "", "ops/s", Better::higher, Kind::rate};
const Metric time_metric{"lat/mmap.latency", "", "us", Better::lower, Kind::time};

SideMeasurement single(const Metric& metric, double value) {
  SideMeasurement side;
  side.workload = metric.id.substr(0, metric.id.find('.'));
  side.measurement.metric = metric;
  side.measurement.basis = Basis::single;
  side.measurement.center = value;
  return side;
}

SideMeasurement summary(const Metric& metric, double mean, double spread,
                        std::optional<long long> n, SpreadKind kind = SpreadKind::sd) {
  auto side = single(metric, mean);
  side.measurement.basis = Basis::summary;
  side.measurement.spread_percent = spread;
  side.measurement.spread_kind = kind;
  side.measurement.n = n;
  return side;
}

SideMeasurement samples(const Metric& metric, const std::vector<double>& values, int boots = 1) {
  auto side = single(metric, 0);
  side.measurement.basis = Basis::sampled;
  side.measurement.center.reset();
  for (size_t i = 0; i < values.size(); ++i)
    side.measurement.samples.push_back(
        {values[i], static_cast<int>(i * boots / values.size()), 0, static_cast<int>(i)});
  return side;
}

std::vector<double> noise(Rng& rng, int n, double center, double sd) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(center * std::exp(sd * rng.normal()));
  return values;
}

ComparisonRow row_of(const SideMeasurement& base, const SideMeasurement& new_, Rules rules = {}) {
  std::vector<Finding> findings;
  return judge({{&base, &new_}}, rules, findings).front();
}

TEST(Single, IsAlwaysUndecidedAndPointsSomewhere) {
  Metric score{"unixbench.score", "", "", Better::higher, Kind::rate};
  auto row = row_of(single(score, 1000), single(score, 1041));
  EXPECT_EQ(row.verdict, Verdict::undecided);
  EXPECT_EQ(row.direction, Verdict::faster);
  EXPECT_EQ(row.basis, Basis::single);
  EXPECT_NEAR(*row.change_percent, 4.1, 1e-12);
  EXPECT_FALSE(row.interval_percent);
  EXPECT_FALSE(row.adjusted_p);
  EXPECT_EQ(headline_of(std::vector<ComparisonRow>{row}).sentence,
            "undecided (points to faster): unixbench.score +4.1 %, one run a side");
}

TEST(Single, ZeroBaseIsNewAndNoPercentage) {
  auto row = row_of(single(time_metric, 0), single(time_metric, 7));
  EXPECT_FALSE(row.change_percent);
  EXPECT_EQ(row.direction, Verdict::slower);
  EXPECT_EQ(change_text(row), "new");
  auto gone = row_of(single(time_metric, 7), single(time_metric, 0));
  EXPECT_EQ(*gone.change_percent, -100);
  auto both = row_of(single(time_metric, 0), single(time_metric, 0));
  EXPECT_EQ(both.direction, Verdict::same);
  EXPECT_FALSE(both.change_percent);
}

TEST(Summary, KnownCountsAreWelch) {
  auto row = row_of(summary(rate, 100, 1, 6), summary(rate, 95, 1, 6));
  EXPECT_EQ(row.verdict, Verdict::slower);
  EXPECT_EQ(row.basis, Basis::summary);
  EXPECT_NEAR(*row.change_percent, -5, 1e-9);
  EXPECT_LT(row.interval_percent->high, -3);
  EXPECT_TRUE(row.minimum_detectable_percent);
}

TEST(Summary, UnknownCountIsUndecidedWithTheCountThatWouldDecide) {
  auto row = row_of(summary(rate, 100, 2, std::nullopt), summary(rate, 95, 2, std::nullopt));
  EXPECT_EQ(row.verdict, Verdict::undecided);
  EXPECT_FALSE(row.interval_percent);
  ASSERT_NE(row.note.find("slower if at least 3 runs"), std::string::npos) << row.note;
  // The number named is the smallest: with it the verdict follows, with one less it does not.
  EXPECT_EQ(row_of(summary(rate, 100, 2, 3), summary(rate, 95, 2, 3)).verdict, Verdict::slower);
  EXPECT_EQ(row_of(summary(rate, 100, 2, 2), summary(rate, 95, 2, 2)).verdict, Verdict::undecided);
}

TEST(Summary, StandardErrorsAreNotDividedAgain) {
  auto se = row_of(summary(rate, 100, .5, 25, SpreadKind::standard_error),
                   summary(rate, 98.5, .5, 25, SpreadKind::standard_error));
  auto sd = row_of(summary(rate, 100, 2.5, 25), summary(rate, 98.5, 2.5, 25));
  EXPECT_NEAR(se.interval_percent->low, sd.interval_percent->low, 1e-9);
}

TEST(Summary, PopulationSpreadsAreWidened) {
  auto population = row_of(summary(rate, 100, 1, 3, SpreadKind::population_sd),
                           summary(rate, 98, 1, 3, SpreadKind::population_sd));
  auto sample = row_of(summary(rate, 100, std::sqrt(1.5), 3), summary(rate, 98, std::sqrt(1.5), 3));
  EXPECT_NEAR(population.interval_percent->low, sample.interval_percent->low, 1e-9);
}

TEST(Samples, ChangeAndNoChange) {
  Rng rng(1);
  auto base = samples(rate, noise(rng, 12, 100, .005));
  EXPECT_EQ(row_of(base, samples(rate, noise(rng, 12, 97, .005))).verdict, Verdict::slower);
  EXPECT_EQ(row_of(base, samples(rate, noise(rng, 12, 103, .005))).verdict, Verdict::faster);
  auto same = row_of(base, samples(rate, noise(rng, 12, 100, .005)));
  EXPECT_EQ(same.verdict, Verdict::same);
  EXPECT_EQ(same.counted, "12 runs a side");
}

TEST(Samples, BootsAreTheUnitWhereThereAreSeveral) {
  // Boots 1 % apart, processes of a boot 0.05 % apart: 60 processes a side are 3 boots.
  std::vector<double> a, b;
  Rng rng(3);
  for (int boot = 0; boot < 3; ++boot) {
    double center_a = 100 * std::exp(.01 * rng.normal()),
           center_b = 100 * std::exp(.01 * rng.normal());
    for (int i = 0; i < 20; ++i) {
      a.push_back(center_a * std::exp(.0005 * rng.normal()));
      b.push_back(center_b * std::exp(.0005 * rng.normal()));
    }
  }
  auto row = row_of(samples(rate, a, 3), samples(rate, b, 3));
  EXPECT_EQ(row.counted, "3 boots a side");
  EXPECT_EQ(row.base.n, 60);
  double width = row.interval_percent->high - row.interval_percent->low;
  EXPECT_GT(width, 2);
}

TEST(Samples, SeveralValuesOfOneProcessAreOneUnit) {
  auto side = samples(rate, {100, 101, 100, 101});
  for (auto& sample : side.measurement.samples) sample.process = 0;
  auto row = row_of(side, samples(rate, {90, 91, 90, 91}));
  EXPECT_EQ(row.verdict, Verdict::undecided);
  EXPECT_EQ(row.basis, Basis::single);
}

TEST(Samples, ConstantCountsAreExact) {
  Metric faults{"mmap/touch.faults", "", "", Better::neutral, Kind::count};
  const std::vector<double> before(4, 55945), after(4, 55943);
  auto row = row_of(samples(faults, before), samples(faults, after));
  EXPECT_EQ(row.basis, Basis::exact);
  EXPECT_EQ(row.verdict, Verdict::less);
  EXPECT_EQ(*row.difference, -2);
  EXPECT_FALSE(row.adjusted_p);
  auto varied = row_of(samples(faults, {55945, 55944, 55945, 55945}), samples(faults, after));
  EXPECT_EQ(varied.basis, Basis::sampled);
  // Two equal values a side may be chance.
  auto few = row_of(samples(faults, {60, 60}), samples(faults, {200, 200}));
  EXPECT_EQ(few.verdict, Verdict::undecided);
  EXPECT_FALSE(few.note.empty());
}

TEST(Samples, ExactCountsThatGrowAreRegressionsWhereFewerIsBetter) {
  Metric misses{"x", "", "misses", Better::lower, Kind::count};
  const std::vector<double> before(4, 60), after(4, 200);
  std::vector<ComparisonRow> rows{row_of(samples(misses, before), samples(misses, after))};
  EXPECT_EQ(rows[0].verdict, Verdict::worse);
  EXPECT_EQ(rows[0].basis, Basis::exact);
  EXPECT_TRUE(regression_beyond(rows, .01));
  rows = {row_of(samples(misses, after), samples(misses, before))};
  EXPECT_EQ(rows[0].verdict, Verdict::better);
  EXPECT_FALSE(regression_beyond(rows, .01));
}

SideMeasurement system_wide(const Metric& metric, const std::vector<double>& values,
                            int boots = 1) {
  auto side = samples(metric, values, boots);
  side.workload = "scale/brk1";
  return side;
}

// A machine's memory stands still between passes for reasons of its own.
TEST(Samples, StatisticsOfTheSystemAreNeverExact) {
  const Metric reclaimable{"meminfo.KReclaimable", "", "kB", Better::neutral, Kind::size};
  const std::vector<double> before(6, 109876), after(6, 109875);
  auto row = row_of(system_wide(reclaimable, before), system_wide(reclaimable, after));
  EXPECT_EQ(row.basis, Basis::sampled);
  EXPECT_EQ(row.verdict, Verdict::undecided);
  const Metric alarms{"interrupts.NMI", "", "", Better::neutral, Kind::count};
  row = row_of(system_wide(alarms, {4, 4, 4, 4}), system_wide(alarms, {5, 5, 5, 5}));
  EXPECT_EQ(row.basis, Basis::sampled);
}

TEST(Samples, LevelsOfTheSystemNeedSeveralBoots) {
  const Metric blocks{"buddyinfo.node.0.zone.Normal.order.3", "", "", Better::neutral, Kind::size};
  const std::vector<double> before{100, 101, 100, 102, 101, 100},
      after{140, 141, 140, 142, 141, 140};
  auto row = row_of(system_wide(blocks, before), system_wide(blocks, after));
  EXPECT_EQ(row.verdict, Verdict::undecided);
  EXPECT_EQ(row.direction, Verdict::more);
  EXPECT_FALSE(row.note.empty());
  row = row_of(system_wide(blocks, before, 6), system_wide(blocks, after, 6));
  EXPECT_EQ(row.verdict, Verdict::more);
  Metric interrupts = blocks;  // what came in a pass is as good a repetition as its rate
  interrupts.kind = Kind::count;
  row = row_of(system_wide(interrupts, before), system_wide(interrupts, after));
  EXPECT_EQ(row.verdict, Verdict::more);
}

TEST(Samples, TimesCountedInCoarseStepsAreNotExact) {
  Metric wall{"x", "", "ms", Better::lower, Kind::count};  // a table that names no kind
  const std::vector<double> before(5, 1.0), after(5, 1.01);
  EXPECT_NE(row_of(samples(wall, before), samples(wall, after)).basis, Basis::exact);
}

TEST(Samples, ImpossibleValuesGetNoVerdict) {
  auto row = row_of(samples(time_metric, {1, 1.1, 1.2}), samples(time_metric, {-1, -1.1, -1.2}));
  EXPECT_EQ(row.verdict, Verdict::undecided);
  EXPECT_EQ(row.note, "a negative time is impossible");
  row = row_of(samples(time_metric, {1, 1.1, 1.2}), samples(time_metric, {0, 0, 0}));
  EXPECT_EQ(row.verdict, Verdict::undecided);
  row = row_of(single(rate, 100), single(rate, -100));
  EXPECT_EQ(row.note, "a negative rate is impossible");
  EXPECT_FALSE(row.change_percent);
}

TEST(Samples, NoIntervalEndsBelowNothing) {
  Metric cpu{"command.user", "", "s", Better::lower, Kind::time};
  auto row = row_of(samples(cpu, {0, .004, .008, 0}), samples(cpu, {.004, 0, 0, .004}));
  ASSERT_TRUE(row.interval_percent);
  EXPECT_GE(row.interval_percent->low, -100);
}

TEST(Change, ASmallChangeKeepsItsSign) {
  Metric faults{"pagefaults", "", "", Better::neutral, Kind::count};
  EXPECT_EQ(change_text(row_of(single(faults, 55945), single(faults, 55943))), "-0.004 %");
  EXPECT_EQ(change_text(row_of(single(faults, 55943), single(faults, 55943))), "0.0 %");
}

TEST(Samples, ConstantTimesNeverGetAZeroWidth) {
  auto row = row_of(samples(time_metric, {1.5, 1.5, 1.5, 1.5}),
                    samples(time_metric, {1.5, 1.5, 1.5, 1.5}));
  ASSERT_TRUE(row.interval_percent);
  EXPECT_LT(row.interval_percent->low, 0);
  EXPECT_GT(row.interval_percent->high, 0);
}

TEST(Samples, ZerosAreDifferences) {
  Metric misses{"x.misses", "", "", Better::lower, Kind::count};
  auto row = row_of(samples(misses, {0, 0, 0, 0}), samples(misses, {5, 6, 5, 7}));
  EXPECT_EQ(row.verdict, Verdict::worse);
  EXPECT_FALSE(row.change_percent);
  EXPECT_EQ(row.note, "new");
}

TEST(Samples, NotANumberIsRefused) {
  auto row = row_of(samples(rate, {1, NAN, 2}), samples(rate, {1, 1.5, 2}));
  EXPECT_EQ(row.verdict, Verdict::undecided);
  EXPECT_EQ(row.note, "a value is not a finite number");
}

TEST(Metamorphic, SwappedArmsMirrorEveryVerdict) {
  Rng rng(11);
  for (int i = 0; i < 200; ++i) {
    double effect = (i % 5 - 2) * .02;
    auto a = samples(rate, noise(rng, 8, 100, .01)),
         b = samples(rate, noise(rng, 9, 100 * std::exp(effect), .01));
    auto there = row_of(a, b), back = row_of(b, a);
    EXPECT_EQ(there.verdict, opposite(back.verdict));
    EXPECT_NEAR(std::log1p(*there.change_percent / 100), -std::log1p(*back.change_percent / 100),
                1e-12);
    EXPECT_NEAR(*there.adjusted_p, *back.adjusted_p, 1e-12);
  }
}

TEST(Metamorphic, ScaleDoesNotMatter) {
  Rng rng(12);
  for (double factor : {1e-9, 3.0, 1e12}) {
    auto a = noise(rng, 8, 100, .01), b = noise(rng, 8, 101, .01);
    auto plain = row_of(samples(rate, a), samples(rate, b));
    for (auto* side : {&a, &b})
      for (double& value : *side) value *= factor;
    auto scaled = row_of(samples(rate, a), samples(rate, b));
    EXPECT_EQ(plain.verdict, scaled.verdict);
    EXPECT_NEAR(plain.interval_percent->low, scaled.interval_percent->low, 1e-9);
  }
}

TEST(Exact, MarginIsZero) {
  Metric instructions{"mmap/touch.instructions.kernel", "", "", Better::neutral, Kind::count};
  auto description = single(instructions, 0);
  EXPECT_EQ(weigh_exact(description, {1000, 1001}).row.verdict, Verdict::more);
  EXPECT_EQ(weigh_exact(description, {1000, 1000}).row.verdict, Verdict::equal);
  EXPECT_EQ(weigh_exact(description, {1000, 1000, true, true}).row.verdict, Verdict::identical);
  EXPECT_EQ(weigh_exact(description, {1000, 1000, false, false}).row.verdict, Verdict::undecided);
}

TEST(Family, FalseDiscoveriesAreHeldAndIntervalsWiden) {
  Rng rng(5);
  std::vector<SideMeasurement> base, new_;
  const int metrics = 300, real = 15;
  for (int i = 0; i < metrics; ++i) {
    base.push_back(samples(rate, noise(rng, 10, 100, .02)));
    new_.push_back(samples(rate, noise(rng, 10, i < real ? 108 : 100, .02)));
  }
  std::vector<Matched> matched;
  for (int i = 0; i < metrics; ++i) matched.push_back({&base[i], &new_[i]});
  std::vector<Finding> findings;
  auto rows = judge(matched, {}, findings);
  int found = 0, wrong = 0;
  for (int i = 0; i < metrics; ++i) (i < real ? found : wrong) += is_change(rows[i].verdict);
  EXPECT_EQ(found, real);
  EXPECT_LE(wrong, 3);
  EXPECT_EQ(findings.size(), 1u);
  // The same metric alone has the narrower interval.
  auto alone = row_of(base[0], new_[0]);
  EXPECT_GT(rows[0].interval_percent->high - rows[0].interval_percent->low,
            alone.interval_percent->high - alone.interval_percent->low);
}

TEST(Family, ExplanationsAreJudgedOnlyWhereTheHeadlineChanged) {
  Rng rng(6);
  auto quiet = single(rate, 0), moved = single(time_metric, 0);
  auto make = [&](SideMeasurement side, double center, std::string id) {
    auto result = samples(side.measurement.metric, noise(rng, 10, center, .002));
    result.workload = side.workload;
    if (!id.empty()) result.measurement.metric.id = id;
    return result;
  };
  auto h1a = make(quiet, 100, ""), h1b = make(quiet, 100, ""), h2a = make(moved, 100, ""),
       h2b = make(moved, 110, "");
  auto e1a = make(quiet, 50, "e1"), e1b = make(quiet, 50.1, "e1"), e2a = make(moved, 50, "e2"),
       e2b = make(moved, 60, "e2");
  std::vector<Finding> findings;
  auto rows = judge({{&h1a, &h1b},
                     {&h2a, &h2b},
                     {&e1a, &e1b, Family::explanation},
                     {&e2a, &e2b, Family::explanation}},
                    {}, findings);
  EXPECT_EQ(rows[0].verdict, Verdict::same);
  EXPECT_EQ(rows[1].verdict, Verdict::slower);
  EXPECT_EQ(rows[2].note, "exploratory");
  EXPECT_EQ(rows[3].verdict, Verdict::slower);
  EXPECT_EQ(rows[3].note, "");
}

std::vector<ValuePair> pairs_of(Rng& rng, int n, double effect, double sd, double position = 0) {
  std::vector<ValuePair> pairs;
  bool first = true;
  for (int i = 0; i < n; ++i) {
    first = i % 2 == 0 ? rng.coin() : !first;
    double drift = std::exp(.3 * rng.normal());
    ValuePair pair;
    pair.base_first = first;
    pair.base = 100 * drift * std::exp(sd * rng.normal() + (first ? 0 : position));
    pair.new_ = 100 * drift * std::exp(effect + sd * rng.normal() + (first ? position : 0));
    pairs.push_back(pair);
  }
  return pairs;
}

TEST(Pairs, CommonDriftCancelsAndThePositionEffectIsReported) {
  Rng rng(9);
  auto looks = *stats::Looks::plan({22}, 22);
  auto evidence = weigh_pairs(single(rate, 0), pairs_of(rng, 22, -.05, .004, .02), looks, 0, {});
  std::vector<Finding> findings;
  auto row = settle({evidence}, {}, findings).front();
  EXPECT_EQ(row.verdict, Verdict::slower);
  EXPECT_NEAR(*row.change_percent, -4.9, .4);
  EXPECT_EQ(row.counted, "22 pairs");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, "F301 position-effect");
  auto headline = headline_of(std::vector<ComparisonRow>{row});
  EXPECT_EQ(headline.sentence.substr(0, 22), "slower: scale/signal1 ");
}

TEST(Pairs, NoneOneTwoAndFew) {
  Rng rng(10);
  for (int n : {0, 1, 2, 3}) {
    auto looks = *stats::Looks::plan({std::max(n, 1)}, std::max(n, 1));
    auto evidence = weigh_pairs(single(rate, 0), pairs_of(rng, n, .5, .001), looks, 0, {});
    std::vector<Finding> findings;
    auto row = settle({evidence}, {}, findings).front();
    EXPECT_EQ(row.verdict, Verdict::undecided) << n;
    EXPECT_FALSE(row.interval_percent) << n;
    if (n) {
      EXPECT_EQ(row.direction, Verdict::faster);
    }
  }
  // Six pairs are three blocks: a large change is found.
  auto looks = *stats::Looks::plan({6}, 6);
  std::vector<Finding> findings;
  auto row = settle({weigh_pairs(single(rate, 0), pairs_of(rng, 6, .5, .001), looks, 0, {})}, {},
                    findings);
  EXPECT_EQ(row.front().verdict, Verdict::faster);
}

TEST(HeadlineChoice, NamesTheRegressionAndCountsTheOthers) {
  std::vector<ComparisonRow> rows;
  for (int i = 0; i < 4; ++i) {
    ComparisonRow row;
    row.metric = rate;
    row.metric.id = "scale/w" + std::to_string(i) + ".per_thread_ops";
    row.workload = "scale/w" + std::to_string(i);
    row.basis = Basis::sampled;
    row.base.center = 100;
    row.new_.center = 100;
    row.change_percent = .1;
    row.interval_percent = Interval{-.2, .4};
    row.verdict = Verdict::same;
    row.direction = Verdict::faster;
    row.counted = "22 pairs";
    rows.push_back(row);
  }
  EXPECT_EQ(headline_of(rows).sentence,
            "no change bigger than 1 %: scale/w0 +0.1 % [-0.2, +0.4], 22 pairs; 3 of 3 others show "
            "no change bigger than 1 %");
  rows[2].verdict = rows[2].direction = Verdict::slower;
  rows[2].change_percent = -5.5;
  rows[2].interval_percent = Interval{-6.1, -4.9};
  auto headline = headline_of(rows);
  EXPECT_EQ(
      headline.sentence,
      "slower: scale/w2 -5.5 % [-6.1, -4.9], 22 pairs; 3 of 3 others show no change bigger than "
      "1 %");
  EXPECT_EQ(headline.verdict, Verdict::slower);
  EXPECT_TRUE(regression_beyond(rows, .04));
  EXPECT_FALSE(regression_beyond(rows, .06));
}

TEST(Pairs, AnArmThatAlwaysGaveOneNumberShowsIt) {
  std::vector<ValuePair> pairs;
  for (int i = 0; i < 8; ++i) pairs.push_back({i == 3 ? 2512.0 : 2520.0, 2520.0, i % 2 == 0});
  const auto evidence = weigh_pairs(single(rate, 0), pairs, *stats::Looks::plan({8}, 8), 0, {});
  EXPECT_EQ(*evidence.row.new_.center, 2520);
  EXPECT_LE(*evidence.row.base.center, 2520);
}

TEST(Pairs, TheCentresShownDifferByTheChangeShown) {
  // The machine changed its speed from pair to pair; the arms' own centres would differ by that
  // too.
  std::vector<ValuePair> pairs;
  for (int i = 0; i < 8; ++i) {
    const double speed = i % 3 == 0 ? 3 : 1, jitter = 1 + .05 * (i % 2);
    pairs.push_back({100 * speed * jitter, 98 * speed, i % 2 == 0});
  }
  Evidence evidence = weigh_pairs(single(rate, 0), pairs, *stats::Looks::plan({8}, 8), 0, {});
  const auto& row = evidence.row;
  EXPECT_NEAR(100 * (*row.new_.center / *row.base.center - 1), *row.change_percent, 1e-9);
}

}  // namespace
}  // namespace lodestone
