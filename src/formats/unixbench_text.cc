// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/unixbench_text.h"

#include <algorithm>
#include <ctime>
#include <map>

#include "base/clock.h"
#include "base/text.h"

namespace lodestone {
namespace {

// "2026-11-30T12:00:00Z" as nanoseconds since 1970; 0 if it is not such a text.
int64_t utc_from(const std::string& text) {
  std::tm parts{};
  const char* end = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  return end ? static_cast<int64_t>(::timegm(&parts)) * 1000000000 : 0;
}

UnixbenchPass sums(const Pass& pass) {
  UnixbenchPass sum;
  for (const Copy& copy : pass.copies) {
    const auto count = copy.values.find("count");
    sum.count += count == copy.values.end() ? static_cast<double>(copy.operations) : count->second;
    sum.seconds += copy.seconds / static_cast<double>(pass.copies.size());
  }
  return sum;
}

void fill(UnixbenchRow& row, bool drops_third) {
  std::vector<UnixbenchPass> kept;
  for (const Pass* pass : row.passes) kept.push_back(sums(*pass));
  const size_t n = kept.empty() ? row.result->metrics[0].samples.size() : kept.size();
  row.samples = static_cast<int>(drops_third ? n - n / 3 : n);
  if (kept.empty()) return;
  std::stable_sort(kept.begin(), kept.end(),
                   [](const auto& a, const auto& b) { return a.count < b.count; });
  for (size_t i = kept.size() - row.samples; i < kept.size(); ++i)
    row.seconds += kept[i].seconds / row.samples;
}

}  // namespace

bool unixbench_rule(const Run& run) {
  return run.context.get("score_rule").value_or("").starts_with("unixbench");
}

std::string unixbench_closing_line(const Run& run) {
  return std::string("Measured by lodestone with its own workloads; score rule: ") +
         (unixbench_rule(run)
              ? "UnixBench's (worst third of the passes dropped, geometric mean of the rest)."
              : "all passes, geometric mean.");
}

std::vector<UnixbenchBlock> unixbench_blocks(const Run& run) {
  std::map<int, UnixbenchBlock> blocks;
  for (const WorkloadResult& result : run.workloads) {
    const std::string prefix = "unixbench/";
    if (!result.id.starts_with(prefix)) continue;
    UnixbenchRow row;
    row.test = find_unixbench_test(std::string_view(result.id).substr(prefix.size()));
    if (!row.test) continue;
    for (const Measurement& measurement : result.metrics)
      if (measurement.metric.id == result.id + ".rate" && measurement.center) {
        row.result = &result;
        row.score = *measurement.center;
      }
    if (!row.result) continue;
    for (const Pass& pass : run.passes)
      if (pass.workload == result.id && static_cast<int>(pass.copies.size()) == result.copies &&
          !pass.failed())
        row.passes.push_back(&pass);
    fill(row, unixbench_rule(run));
    UnixbenchBlock& block = blocks[result.copies];
    block.copies = result.copies;
    block.rows.push_back(std::move(row));
  }
  std::vector<UnixbenchBlock> out;
  for (auto& [copies, block] : blocks) {
    std::sort(block.rows.begin(), block.rows.end(),
              [](const UnixbenchRow& a, const UnixbenchRow& b) {
                return std::string_view(a.test->title) < std::string_view(b.test->title);
              });
    int64_t first = 0, last = 0;
    for (const UnixbenchRow& row : block.rows)
      for (const Pass* pass : row.passes) {
        const int64_t start = utc_from(pass->started);
        if (start == 0) continue;
        const int64_t end = start + static_cast<int64_t>(pass->elapsed_seconds * 1e9);
        first = first == 0 ? start : std::min(first, start);
        last = std::max(last, end);
      }
    block.started = first ? utc_text(first) : run.started;
    block.ended = last ? utc_text(last) : run.started;
    out.push_back(std::move(block));
  }
  return out;
}

}  // namespace lodestone
