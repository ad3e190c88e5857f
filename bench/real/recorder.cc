// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "base/clock.h"
#include "base/rng.h"
#include "base/text.h"
#include "measure/interleave/schedule.h"
#include "measure/interleave/subject.h"
#include "recording.h"
#include "stats/ranks.h"
#include "stats/sample.h"
#include "sys/interrupt.h"
#include "workload/catalog.h"

namespace lodestone::bench {
namespace {

// Both arms have it, equally long: environments must not differ in size.
std::string turns_variable(uint64_t turns) {
  std::string digits = std::to_string(turns);
  return "LODESTONE_PLANTED_TURNS=" + std::string(12 - std::min<size_t>(12, digits.size()), '0') +
         digits;
}

struct Planted {
  std::string name;
  std::unique_ptr<Subject> subject;
  uint64_t turns[3] = {0, 0, 0};  // for a thousand operations
};

struct Measured {
  double seconds_per_operation = 0, elapsed = 0;
  std::vector<double> stretches;
};

// Nine stretches of one process, the first tenth left out: what nine repetitions in one process
// see.
std::vector<double> stretches_of(const Pass& pass) {
  const auto& windows = pass.copies.front().windows;
  const size_t skip = windows.size() / 10, length = (windows.size() - skip) / 9;
  std::vector<double> result;
  for (size_t i = 0; length > 0 && i < 9; ++i) {
    double ticks = 0, operations = 0;
    for (size_t k = skip + i * length; k < skip + (i + 1) * length; ++k) {
      ticks += static_cast<double>(windows[k].ticks_ns);
      operations += static_cast<double>(windows[k].operations);
    }
    if (operations > 0) result.push_back(1e-9 * ticks / operations);
  }
  return result;
}

Result<Measured> measure(Planted& planted, uint64_t turns, const FreshProcess& process) {
  Arm arm;
  arm.label = "A";
  arm.environment = {turns_variable(turns)};
  LODESTONE_ASSIGN(const auto seen, planted.subject->measure(arm, 0, process));
  if (!seen.error.empty()) return fail(ErrorCode::failed, planted.name + " failed", seen.error);
  const auto seconds = seconds_per_operation(seen.pass, WindowStatistic::median);
  if (!seconds) return fail(ErrorCode::failed, planted.name + ": no window was measured");
  return Measured{*seconds, seen.pass.elapsed_seconds, stretches_of(seen.pass)};
}

// How many turns make a thousand operations one percent slower: processes with and without about
// twice the work, alternating.
Result<void> tune(Planted& planted, Schedule& schedule) {
  std::vector<double> plain, doubled;
  auto cpu = schedule.begin_on(0);
  LODESTONE_ASSIGN(const auto first, measure(planted, 0, {{schedule.padding()}, cpu}));
  const auto many = static_cast<uint64_t>(std::ceil(first.seconds_per_operation * 1e3 / 4e-10));
  for (int i = 0; i < 8; ++i) {
    cpu = schedule.begin_on(0);
    LODESTONE_ASSIGN(const auto without, measure(planted, 0, {{schedule.padding()}, cpu}));
    LODESTONE_ASSIGN(const auto with, measure(planted, many, {{schedule.padding()}, cpu}));
    plain.push_back(without.seconds_per_operation);
    doubled.push_back(with.seconds_per_operation);
  }
  const double base = *stats::median(plain), added = *stats::median(doubled) - base;
  if (!(added > .05 * base))
    return fail(ErrorCode::failed, planted.name + ": extra turns do not show in its time");
  for (int percent : planted_percents)
    planted.turns[percent] = static_cast<uint64_t>(
        std::llround(.01 * percent * base / added * static_cast<double>(many)));
  return {};
}

Result<Planted> make_planted(const std::string& name, Schedule& schedule) {
  LODESTONE_ASSIGN(const auto workloads, find_workloads({name}));
  Planted planted;
  planted.name = name;
  WorkloadOptions options;
  LODESTONE_ASSIGN(const std::string folder, libexec_directory());
  options.program = folder + "/planted/" + replace_all(name, "/", "_");
  planted.subject = workload_subject(*workloads.front(), options);
  Arm arm;
  arm.label = "A";
  arm.environment = {turns_variable(0)};
  LODESTONE_TRY(planted.subject->prepare(arm));
  LODESTONE_TRY(tune(planted, schedule));
  return planted;
}

Result<RecordedPair> measure_pair(Planted& planted, int percent, bool base_first,
                                  std::optional<int> cpu, Schedule& schedule) {
  RecordedPair pair;
  pair.values.base_first = base_first;
  std::vector<double> stretches[2];
  for (int slot = 0; slot < 2; ++slot) {
    const int side = (slot == 0) == base_first ? 0 : 1;
    LODESTONE_ASSIGN(auto seen, measure(planted, side ? planted.turns[percent] : 0,
                                        {{schedule.padding()}, cpu}));
    (side ? pair.values.new_ : pair.values.base) = seen.seconds_per_operation;
    pair.seconds += seen.elapsed;
    stretches[side] = std::move(seen.stretches);
  }
  if (percent == 0 && stretches[0].size() == 9 && stretches[1].size() == 9)
    if (const auto test = stats::mann_whitney(stretches[0], stretches[1])) pair.u_test_p = test->p;
  return pair;
}

}  // namespace

Result<void> record(const std::string& path, double seconds) {
  catch_interrupts();
  const double start = 1e-9 * static_cast<double>(monotonic_ns());
  const uint64_t seed = random_seed() >> 1;
  Schedule order(recorded_workloads.size(), seed, common_cpus({}));
  // Blocks of two pairs are kept for each workload and each planted percent.
  Schedule sides(3 * recorded_workloads.size(), seed + 1);
  std::vector<Planted> all;
  for (const auto& name : recorded_workloads) {
    LODESTONE_ASSIGN(auto planted, make_planted(name, order));
    all.push_back(std::move(planted));
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(path.c_str(), "a"),
                                                            std::fclose);
  if (!out) return fail_errno("cannot write " + path, errno);
  std::fprintf(out.get(), "# %s seed %llu\n", utc_now().c_str(),
               static_cast<unsigned long long>(seed));
  for (const auto& planted : all)
    std::fprintf(out.get(), "# %s turns for a thousand operations: +1 %% %llu, +2 %% %llu\n",
                 planted.name.c_str(), static_cast<unsigned long long>(planted.turns[1]),
                 static_cast<unsigned long long>(planted.turns[2]));
  constexpr int cycle[] = {0, 0, 1, 0, 0, 2, 0};
  for (size_t round = 0; 1e-9 * static_cast<double>(monotonic_ns()) - start < seconds; ++round) {
    const int percent = cycle[round % std::size(cycle)];
    for (size_t i : order.round(std::vector<bool>(all.size(), true))) {
      const bool base_first = sides.base_first(3 * i + static_cast<size_t>(percent));
      auto pair = measure_pair(all[i], percent, base_first, order.begin_on(i), order);
      if (interrupted()) return {};
      if (!pair) return tl::unexpected<Error>(pair.error());
      const std::string line = line_of(all[i].name, percent, *pair);
      if (std::fwrite(line.data(), 1, line.size(), out.get()) != line.size() ||
          std::fflush(out.get()) != 0)
        return fail_errno("cannot write " + path, errno);
    }
  }
  return {};
}

}  // namespace lodestone::bench
