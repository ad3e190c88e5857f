// SPDX-License-Identifier: GPL-2.0-or-later
// Every writer against tests/fixtures/exports/NAME.*, to the byte, and against our own readers:
// what they read back are the same numbers. LODESTONE_UPDATE_GOLDEN=1 writes the files anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/fd.h"
#include "base/json.h"
#include "formats/comparison_writer.h"
#include "formats/groups.h"
#include "formats/read.h"
#include "formats/writer.h"
#include "model/side.h"

namespace lodestone {
namespace {

Measurement sampled(const Metric& metric, std::vector<Sample> samples) {
  Measurement m;
  m.metric = metric;
  m.samples = std::move(samples);
  m.n = static_cast<long long>(m.samples.size());
  double sum = 0;
  for (const Sample& sample : m.samples) sum += sample.value;
  m.center = sum / static_cast<double>(m.samples.size());
  m.interval[0] = *m.center * 0.99;
  m.interval[1] = *m.center * 1.01;
  m.spread_percent = 1.5;
  return m;
}

Measurement summary(const Metric& metric, double center, long long n, double spread) {
  Measurement m;
  m.metric = metric;
  m.basis = Basis::summary;
  m.center = center;
  m.n = n;
  m.spread_percent = spread;
  return m;
}

const Metric pipe_rate{"unixbench/pipe.rate", "Pipe Throughput", "lps", Better::higher, Kind::rate};
const Metric mmap_time{"lat/mmap.time", "", "us", Better::lower, Kind::time};
const Metric mmap_faults{"lat/mmap.faults", "", "", Better::neutral, Kind::count};
const Metric shell_rate{"unixbench/shell8.rate", "Shell Scripts (8 concurrent)", "lpm",
                        Better::higher, Kind::rate};

Pass pass_of(int process, double seconds) {
  Pass pass;
  pass.workload = "unixbench/pipe";
  pass.process = process;
  pass.started = "2026-11-30T18:27:1" + std::to_string(process) + "Z";
  pass.elapsed_seconds = seconds;
  pass.values["steal"] = 0.25;
  Copy copy;
  copy.operations = 1000;
  copy.seconds = seconds - 0.5;
  copy.elapsed_seconds = seconds;
  copy.windows = {{0, 400'000'000, 400, 1, 0, 0}, {400'000'000, 600'000'000, 600, 1, 2, 0}};
  pass.copies.push_back(copy);
  return pass;
}

// `scale` keeps the arms apart.
lodestone::Run run_named(const std::string& label, double scale) {
  lodestone::Run run;
  run.id = "r-" + label;
  run.label = label;
  run.started = "2026-11-30T18:27:13Z";
  run.boot_id = "6f1f";
  run.context.set("machine", "web1");
  run.context.set("cpu_model", "A \"fast\" CPU, <2 GHz>");
  run.context.set("cpus", "4");
  run.context.set("kernel", label == "base" ? "6.1.0" : "6.2.0");
  const auto at = [&](double value, int boot, int process) {
    return Sample{value * scale, boot, process / 2, process};
  };
  run.workloads.push_back(
      {"unixbench/pipe",
       1,
       "process",
       {},
       {sampled(pipe_rate, {at(954321.4, 0, 0), at(951200.25, 0, 1), at(957010, 0, 2)})}});
  run.workloads.push_back(
      {"unixbench/pipe", 4, "thread", {}, {sampled(pipe_rate, {at(2e6, 0, 0), at(2.5e6, 0, 1)})}});
  run.workloads.push_back({"lat/mmap",
                           1,
                           "process",
                           {{"size", "64k"}, {"at", "a,b"}},
                           {sampled(mmap_time, {at(12.5, 0, 0), at(13.1, 1, 1), at(12.9, 1, 2)}),
                            sampled(mmap_faults, {at(16, 0, 0), at(17, 1, 1), at(16, 1, 2)})}});
  run.workloads.push_back({"lat/mmap",
                           1,
                           "process",
                           {{"size", "1m"}},
                           {sampled(mmap_time, {at(112.5, 0, 0), at(113.1, 1, 1)})}});
  run.workloads.push_back(
      {"unixbench/shell8", 1, "process", {}, {summary(shell_rate, 6000.5 * scale, 5, 2.25)}});
  run.passes = {pass_of(0, 10.5), pass_of(1, 10.75)};
  return run;
}

const std::vector<lodestone::Run>& arms() {
  static const std::vector<lodestone::Run> two{run_named("base", 1), run_named("new", 0.9)};
  return two;
}

ComparisonRow row_of(const Metric& metric, double base, double new_, Verdict verdict,
                     std::optional<Interval> interval) {
  ComparisonRow row;
  row.metric = metric;
  row.workload = metric.id.substr(0, metric.id.rfind('.'));
  row.copies = 4;
  row.base = {10, base, 1.0};
  row.new_ = {10, new_, 1.2};
  row.change_percent = 100 * (new_ / base - 1);
  row.interval_percent = interval;
  row.verdict = verdict;
  row.direction = direction_of(metric, new_ - base, Basis::sampled);
  row.basis = Basis::sampled;
  row.counted = "10 runs a side";
  return row;
}

Comparison comparison() {
  PairComparison pair;
  pair.base.label = "v6.1";
  pair.base.context.set("machine", "web1");
  pair.new_.label = "v6.2, <rc1>";
  pair.rows = {row_of(pipe_rate, 1000, 950, Verdict::slower, Interval{-5.6, -4.4}),
               row_of(mmap_time, 12, 11, Verdict::faster, Interval{-9.1, -7.5}),
               row_of(shell_rate, 100, 101, Verdict::undecided, Interval{-0.5, 2.5}),
               row_of(mmap_faults, 16, 16, Verdict::same, Interval{-0.2, 0.2})};
  pair.headline.sentence = "slower: unixbench/pipe -5.0 % [-5.6, -4.4], 10 runs a side";
  pair.findings.push_back({"F035 not-interleaved", "one after the other", "drift", ""});
  Comparison all;
  all.headline = pair.headline;
  all.pairs = {pair};
  return all;
}

void expect_file(const std::string& name, const std::string& text) {
  const std::string path = LODESTONE_SOURCE_DIR "/tests/fixtures/exports/" + name;
  if (std::getenv("LODESTONE_UPDATE_GOLDEN"))
    ASSERT_TRUE(write_file(path, text));
  else
    EXPECT_EQ(text, read_file(path).value_or("(no such file)")) << name;
}

std::string written(const std::string& format, Runs runs) {
  const auto text = find_writer(format)->write(runs);
  EXPECT_TRUE(text) << format;
  return text.value_or("");
}

TEST(Exports, RunsToTheByte) {
  const std::map<std::string, std::string> files{{"csv", "arms.csv"},
                                                 {"ndjson", "arms.ndjson"},
                                                 {"unixbench-csv", "unixbench.csv"},
                                                 {"hyperfine", "hyperfine.json"},
                                                 {"google-benchmark", "google-benchmark.json"},
                                                 {"gobench", "gobench.txt"},
                                                 {"junit", "junit-run.xml"},
                                                 {"openmetrics", "openmetrics-run.txt"},
                                                 {"kcidb", "kcidb.json"},
                                                 {"bencher", "bencher.json"},
                                                 {"phoronix", "phoronix.xml"},
                                                 {"chrome-trace", "chrome-trace.json"}};
  for (const auto& [format, file] : files) expect_file(file, written(format, arms()));
}

TEST(Exports, ComparisonsToTheByte) {
  const std::map<std::string, std::string> files{{"junit", "junit-comparison.xml"},
                                                 {"openmetrics", "openmetrics-comparison.txt"},
                                                 {"github-summary", "github-summary.md"},
                                                 {"github-annotations", "github-annotations.txt"}};
  for (const auto& [format, file] : files) {
    const auto text = find_comparison_writer(format)->write(comparison());
    ASSERT_TRUE(text) << format;
    expect_file(file, *text);
  }
}

TEST(Exports, EmptyRunsAreRefused) {
  for (const Writer* writer : writers) {
    if (std::string_view(writer->name) == "markdown") continue;
    EXPECT_FALSE(writer->write(lodestone::Run())) << writer->name;
    EXPECT_FALSE(writer->write(Runs())) << writer->name;
  }
}

// Samples of one label by metric and copies.
using Samples = std::map<std::pair<std::string, int>, std::vector<double>>;

Samples samples_in(const Reading& reading, const std::string& label) {
  Samples found;
  for (const ReadingTable& table : reading.tables) {
    if (table.label != label) continue;
    for (const ReadingRow& row : table.rows)
      EXPECT_TRUE(
          found.emplace(std::pair(row.metric.id, table.copies.value_or(0)), row.samples).second)
          << row.metric.id;
  }
  return found;
}

TEST(RoundTrip, LongFormats) {
  for (const std::string format : {"csv", "ndjson"}) {
    const auto reading = read_results_text(written(format, arms()));
    ASSERT_TRUE(reading) << format;
    for (const lodestone::Run& run : arms()) {
      const auto of = [&](size_t workload, size_t metric = 0) {
        return values_of(run.workloads[workload].metrics[metric]);
      };
      const Samples wanted{{{"unixbench/pipe.rate", 1}, of(0)},
                           {{"unixbench/pipe,mode=thread.rate", 4}, of(1)},
                           {{"lat/mmap,at=a,b,size=64k.time", 1}, of(2)},
                           {{"lat/mmap,at=a,b,size=64k.faults", 1}, of(2, 1)},
                           {{"lat/mmap,size=1m.time", 1}, of(3)}};
      EXPECT_EQ(samples_in(*reading, run.label), wanted) << format;
    }
    for (const ReadingTable& table : reading->tables)
      for (const ReadingRow& row : table.rows)
        if (row.metric.id == "unixbench/pipe.rate") {
          EXPECT_EQ(row.metric.unit, "lps");
          EXPECT_EQ(row.metric.better, Better::higher);
        }
  }
}

// Windows of one process do not become runs of their own on the way.
TEST(RoundTrip, LongFormatsKeepBootsAndProcesses) {
  for (const std::string format : {"csv", "ndjson"}) {
    const auto reading = read_results_text(written(format, arms()));
    ASSERT_TRUE(reading) << format;
    size_t compared = 0;
    for (const ReadingTable& table : reading->tables)
      for (const SideMeasurement& m : side_of(table).measurements) {
        if (m.measurement.metric.id != "lat/mmap,at=a,b,size=64k.time") continue;
        std::vector<int32_t> boots, processes;
        for (const Sample& sample : m.measurement.samples) {
          boots.push_back(sample.boot);
          processes.push_back(sample.process);
        }
        EXPECT_THAT(boots, testing::ElementsAre(0, 1, 1)) << format;
        EXPECT_EQ(side_of(table).boots, 2u) << format;
        EXPECT_EQ(std::set<int32_t>(processes.begin(), processes.end()).size(), 3u) << format;
        ++compared;
      }
    EXPECT_EQ(compared, 2u) << format;
  }
}

// Layouts with names of their own keep the values, in order, a table a label.
std::vector<std::vector<double>> values_in(const Reading& reading, const std::string& label) {
  std::vector<std::vector<double>> values;
  for (const ReadingTable& table : reading.tables)
    if (table.label.find(label) != std::string::npos)
      for (const ReadingRow& row : table.rows)
        values.push_back(row.samples.empty() ? std::vector<double>{row.value.value_or(-1)}
                                             : row.samples);
  return values;
}

TEST(RoundTrip, Gobench) {
  const auto reading = read_results_text(written("gobench", arms()));
  ASSERT_TRUE(reading);
  for (const lodestone::Run& run : arms()) {
    std::vector<std::vector<double>> wanted;
    for (const Group& group : groups_of(run))
      for (const Measurement* m : group.metrics)
        if (!m->samples.empty()) wanted.push_back(values_of(*m));
    EXPECT_THAT(values_in(*reading, run.label), testing::UnorderedElementsAreArray(wanted));
  }
  EXPECT_EQ(reading->tables[0].rows[0].metric.better, Better::higher);
}

TEST(RoundTrip, Phoronix) {
  const auto reading = read_results_text(written("phoronix", arms()));
  ASSERT_TRUE(reading);
  for (const lodestone::Run& run : arms()) {
    std::vector<std::vector<double>> wanted;
    for (const Group& group : groups_of(run))
      for (const Measurement* m : group.metrics)
        wanted.push_back(m->samples.empty() ? std::vector<double>{*m->center} : values_of(*m));
    EXPECT_THAT(values_in(*reading, run.label), testing::UnorderedElementsAreArray(wanted));
  }
}

TEST(RoundTrip, HyperfineInSeconds) {
  const auto reading = read_results_text(written("hyperfine", arms()));
  ASSERT_TRUE(reading);
  std::vector<std::vector<double>> found;
  for (const ReadingTable& table : reading->tables)
    for (const ReadingRow& row : table.rows)
      if (row.metric.id == "mean") found.push_back(row.samples);
  const auto near = [](std::vector<double> values) {
    std::vector<testing::Matcher<double>> matchers;
    for (const double value : values) matchers.push_back(testing::DoubleNear(value, 1e-12));
    return testing::ElementsAreArray(matchers);
  };
  EXPECT_THAT(found, testing::ElementsAre(
                         near({12.5e-6, 13.1e-6, 12.9e-6}), near({112.5e-6, 113.1e-6}),
                         near({11.25e-6, 11.79e-6, 11.61e-6}), near({101.25e-6, 101.79e-6})));
}

TEST(RoundTrip, GoogleBenchmark) {
  const auto reading = read_results_text(written("google-benchmark", arms()[0]));
  ASSERT_TRUE(reading);
  std::map<std::string, std::vector<double>> rows;
  for (const ReadingRow& row : reading->tables.at(0).rows)
    rows[row.metric.title] =
        row.samples.empty() ? std::vector<double>{row.value.value_or(-1)} : row.samples;
  EXPECT_THAT(rows["unixbench/pipe/copies=1 rate"],
              testing::ElementsAre(954321.4, 951200.25, 957010));
  EXPECT_THAT(rows["lat/mmap/copies=1/at=a,b/size=64k"], testing::ElementsAre(12.5, 13.1, 12.9));
  EXPECT_THAT(rows["lat/mmap/copies=1/at=a,b/size=64k faults"], testing::ElementsAre(16, 17, 16));
  EXPECT_THAT(rows["unixbench/shell8/copies=1 rate"], testing::ElementsAre(6000.5));
  // One loop of 6000.5 a minute takes 60 s / 6000.5.
  ASSERT_EQ(rows["unixbench/shell8/copies=1"].size(), 1u);
  EXPECT_NEAR(rows["unixbench/shell8/copies=1"][0], 60e9 / 6000.5, 1e-3);
}

TEST(RoundTrip, UnixbenchCsv) {
  const auto reading = read_results_text(written("unixbench-csv", arms()[0]));
  ASSERT_TRUE(reading);
  std::map<std::pair<int, std::string>, double> values;
  for (const ReadingTable& table : reading->tables)
    for (const ReadingRow& row : table.rows)
      values[{table.copies.value_or(0), row.metric.id}] = row.value.value_or(-1);
  EXPECT_EQ(values.size(), 3u);
  EXPECT_DOUBLE_EQ((values[{1, "unixbench/pipe.rate"}]), 954177.2);
  EXPECT_DOUBLE_EQ((values[{4, "unixbench/pipe.rate"}]), 2250000);
  EXPECT_DOUBLE_EQ((values[{1, "unixbench/shell8.rate"}]), 6000.5);
}

TEST(GithubSummary, IsCutBelowWhatTheServiceTakes) {
  Comparison large = comparison();
  large.pairs[0].rows.resize(40000, large.pairs[0].rows[0]);
  const std::string text = find_comparison_writer("github-summary")->write(large).value();
  EXPECT_LT(text.size(), size_t{1} << 20);
  EXPECT_THAT(text, testing::HasSubstr("more rows are not shown"));
}

TEST(GithubAnnotations, AtMostTenErrors) {
  Comparison large = comparison();
  large.pairs[0].rows.resize(60, large.pairs[0].rows[0]);
  const std::string text = find_comparison_writer("github-annotations")->write(large).value();
  size_t errors = 0;
  for (size_t at = text.find("::error"); at != std::string::npos; at = text.find("::error", at + 1))
    ++errors;
  EXPECT_EQ(errors, 10u);
  EXPECT_THAT(text, testing::HasSubstr("48 more regressions"));
}

}  // namespace
}  // namespace lodestone
