// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/unixbench_results.h"

#include <map>

#include "model/unixbench.h"

namespace lodestone {
namespace {

const UnixbenchTest* test_of(const WorkloadResult& result) {
  return result.id.starts_with("unixbench/")
             ? find_unixbench_test(std::string_view(result.id).substr(10))
             : nullptr;
}

bool unixbench_schedule(const std::string& like) {
  return like.starts_with("unixbench");
}

// A test's rate with its default parameters.
const Measurement* rate_of(const WorkloadResult& result) {
  for (const auto& [name, value] : result.parameters)
    if (name != "like") return nullptr;
  for (const Measurement& measurement : result.metrics)
    if (measurement.metric.id == result.id + ".rate") return &measurement;
  return nullptr;
}

}  // namespace

void add_unixbench_index(WorkloadResult& result, const std::vector<const Pass*>& passes,
                         const std::string& like) {
  const UnixbenchTest* test = test_of(result);
  if (!test || result.metrics.empty()) return;
  if (unixbench_schedule(like)) {
    std::vector<UnixbenchPass> sums;
    for (const Pass* pass : passes) {
      UnixbenchPass sum;
      for (const Copy& copy : pass->copies) {
        const auto count = copy.values.find("count");
        sum.count +=
            count == copy.values.end() ? static_cast<double>(copy.operations) : count->second;
        sum.seconds += copy.seconds / static_cast<double>(pass->copies.size());
      }
      sums.push_back(sum);
    }
    Measurement& rate = result.metrics[0];
    rate.center = unixbench_score(std::move(sums), test->timebase).score;
    rate.interval[0].reset();
    rate.interval[1].reset();
  }
  if (test->baseline <= 0) return;
  Measurement index = result.metrics[0];
  index.metric = {result.id + ".index", std::string(test->title) + ", index", "", Better::higher,
                  Kind::rate};
  for (Sample& sample : index.samples) sample.value = unixbench_index(sample.value, test->baseline);
  for (Maybe<double>* value : {&index.center, &index.interval[0], &index.interval[1]})
    if (*value) **value = unixbench_index(**value, test->baseline);
  result.metrics.push_back(std::move(index));
}

void add_unixbench_scores(Run& run, const std::string& like) {
  std::map<int, std::map<std::string, const Measurement*>> by_copies;
  for (const WorkloadResult& result : run.workloads) {
    const UnixbenchTest* test = test_of(result);
    if (test && test->in_index)
      if (const Measurement* rate = rate_of(result); rate && rate->center)
        by_copies[result.copies][test->name] = rate;
  }
  std::vector<WorkloadResult> scores;
  for (const auto& [copies, rates] : by_copies) {
    if (rates.size() != 12) continue;
    Measurement score;
    score.metric = {"unixbench.score", "System Benchmarks Index Score", "", Better::higher,
                    Kind::rate};
    std::map<int, std::vector<UnixbenchRatio>> blocks;
    std::vector<UnixbenchRatio> centers;
    for (const auto& [name, rate] : rates) {
      const double baseline = find_unixbench_test(name)->baseline;
      centers.push_back({*rate->center, baseline});
      for (const Sample& sample : rate->samples)
        blocks[sample.block].push_back({sample.value, baseline});
    }
    for (const auto& [block, ratios] : blocks)
      if (ratios.size() == 12)
        score.samples.push_back({*unixbench_index_score(ratios), 0, block, block});
    settle_center(score);
    // With every block complete this is the same number; where a pass is missing, or by UnixBench's
    // rule, it is not.
    score.center = unixbench_index_score(centers);
    if (unixbench_schedule(like)) score.interval[0].reset(), score.interval[1].reset();
    WorkloadResult result;
    result.id = "unixbench";
    result.copies = copies;
    if (!like.empty()) result.parameters["like"] = like;
    result.metrics.push_back(std::move(score));
    scores.push_back(std::move(result));
  }
  for (WorkloadResult& result : scores) run.workloads.push_back(std::move(result));
}

}  // namespace lodestone
