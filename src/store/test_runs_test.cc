// SPDX-License-Identifier: GPL-2.0-or-later
#include <nlohmann/json.hpp>

#include "store/test_runs.h"

namespace lodestone {

Pass test_pass(int number, int windows) {
  Pass pass{.workload = "unixbench/pipe",
            .parameters = {{"size", "512"}},
            .arm = "new",
            .boot = 1,
            .block = 2};
  pass.process = number;
  pass.started = "2026-11-30T12:00:00Z";
  pass.elapsed_seconds = 1.25 + number;
  for (int index = 0; index < 2; ++index) {
    Copy copy{.index = index,
              .pid = 4000 + number,
              .operations = 123456789012345u + static_cast<unsigned>(number),
              .seconds = 0.1,
              .elapsed_seconds = 0.30000000000000004};
    copy.values = {{"latency.p99", 1.5e-7}, {"négatif", -3}};
    for (int w = 0; w < windows; ++w)
      copy.windows.push_back({w * 400'000LL - 5, 400'000 + w * 7919 % 1013,
                              18446744073709551615u - static_cast<unsigned>(w * 31), w % 2 ? -1 : 3,
                              w, 399'000});
    pass.copies.push_back(copy);
  }
  pass.copies[1].error = "killed by signal 9";
  pass.values = {{"steal", 0.5}};
  pass.findings = {{"F099 test", "text", "reason", "remedy"}};
  return pass;
}

Run test_run(const std::string& label, int passes) {
  lodestone::Run run{.label = label,
                     .started = "2026-11-30T12:00:00Z",
                     .boot_id = "b-1",
                     .seed = 18446744073709551615u};
  run.context.set("machine", "box");
  run.context.set("kernel", "6.1.0");
  run.context.set("cpus", "8");
  WorkloadResult result{.id = "unixbench/pipe", .copies = 2, .parameters = {{"size", "512"}}};
  Measurement rate{
      .metric = {"unixbench/pipe.rate", "Pipe Throughput", "lps", Better::higher, Kind::rate}};
  for (int i = 0; i < passes; ++i) rate.samples.push_back({1e6 / 3 + i, 0, i / 2, i});
  rate.center = 333333.25;
  rate.spread_percent = 0.5;
  rate.n = passes;
  Measurement faults{.metric = {"unixbench/pipe.faults", "", "", Better::neutral, Kind::count},
                     .basis = Basis::single};
  faults.center = 0.1;
  faults.interval[0] = -0.0;
  faults.interval[1] = 1e-300;
  faults.spread_kind = SpreadKind::population_sd;
  result.metrics = {rate, faults};
  result.pass_seconds = 2.5;
  run.workloads = {result};
  run.settings_changed = {{"/proc/sys/a", "0", "1", true}};
  run.findings = {{"F012 unreplicated", "one boot", "", "boot again"}};
  for (int i = 0; i < passes; ++i) run.passes.push_back(test_pass(i));
  return run;
}

}  // namespace lodestone
