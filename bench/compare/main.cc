// SPDX-License-Identifier: GPL-2.0-or-later
// Makes a store with two runs, "base" and "new", of many metrics: what bench/compare/run.py times.
// One metric in ten really changed. Same arguments, same store.
#include <cmath>
#include <cstdio>
#include <string>

#include "base/rng.h"
#include "base/text.h"
#include "model/run.h"
#include "store/store.h"

namespace lodestone {
namespace {

struct Size {
  size_t metrics = 0, samples = 0;
};
constexpr size_t metrics_of_a_workload = 1000;

Measurement measurement(size_t number, size_t samples, bool changed, Rng& rng) {
  Measurement m;
  m.metric = {"scale/test_" + std::to_string(number / metrics_of_a_workload) + ".quantity_" +
                  std::to_string(number),
              "", "ops/s", Better::higher, Kind::rate};
  const double center = 1000.0 * static_cast<double>(1 + number % 997) * (changed ? 1.05 : 1.0);
  for (size_t i = 0; i < samples; ++i) {
    const int process = static_cast<int>(i);
    m.samples.push_back({center * (1 + 0.01 * (rng.uniform() - 0.5)), 0, process, process});
  }
  m.n = static_cast<long long>(samples);
  return m;
}

Run run_of(const char* label, Size size, bool changed, Rng& rng) {
  Run run;
  run.label = label;
  run.started = "2026-01-01T00:00:00Z";
  run.boot_id = label;
  run.context.set("machine", "bench");
  for (size_t i = 0; i < size.metrics; ++i) {
    if (i % metrics_of_a_workload == 0) {
      run.workloads.emplace_back();
      run.workloads.back().id = "scale/test_" + std::to_string(i / metrics_of_a_workload);
    }
    run.workloads.back().metrics.push_back(
        measurement(i, size.samples, changed && i % 10 == 0, rng));
  }
  return run;
}

Result<void> make(const std::string& path, Size size) {
  LODESTONE_ASSIGN(const auto store, open_store(path, Access::write));
  Rng rng(1);
  for (const bool changed : {false, true}) {
    LODESTONE_TRY(store->add(run_of(changed ? "new" : "base", size, changed, rng)));
  }
  return {};
}

}  // namespace
}  // namespace lodestone

int main(int count, char** arguments) {
  const auto metrics = count == 4 ? lodestone::parse_integer(arguments[2]) : std::nullopt;
  const auto samples = count == 4 ? lodestone::parse_integer(arguments[3]) : std::nullopt;
  if (!metrics || !samples || *metrics < 1 || *samples < 1) {
    std::fputs("usage: lodestone-bench-compare STORE METRICS SAMPLES\n", stderr);
    return 2;
  }
  const auto made =
      lodestone::make(arguments[1], {static_cast<size_t>(*metrics), static_cast<size_t>(*samples)});
  if (made) return 0;
  std::fputs(lodestone::describe(made.error()).c_str(), stderr);
  return 1;
}
