// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/test_maps.h"

#include <cstdlib>

#include <fmt/format.h>

namespace lodestone::explain {

MapBuilder& MapBuilder::add(uint64_t address, char type, const std::string& name) {
  text_ += fmt::format("{:016x} {} {}\n", address, type, name);
  return *this;
}

std::string percpu_map(bool extra) {
  const uint64_t shift = extra ? 64 : 0;
  MapBuilder map;
  map.add(0, 'D', "__per_cpu_start").add(0, 'D', "fixed_percpu_data");
  map.add(0x1afc8, 'D', "cea_exception_stacks");
  map.add(extra ? 0x1afe0 : 0x1afd0, 'd', "cached_stacks");
  if (extra) map.add(0x1b000, 'd', "unrelated_stat");
  map.add(extra ? 0x1b028 : 0x1afe0, 'D', "process_counts");
  map.add(0x1b000 + shift, 'd', "__percpu_rwsem_rc_cpu_hotplug_lock");
  map.add(0x1b020 + shift, 'd', "cpuhp_state");
  for (int k = 0; k < 140; ++k)
    map.add(0x1b0a0 + shift + 0x40 * k, 'd', fmt::format("percpu_{}", k));
  map.add(0x20740 + shift, 'D', "runqueues").add(0x21380 + shift, 'd', "sched_clock_data");
  map.add(0x213c0 + shift, 'd', "osq_node").add(0x21400 + shift, 'd', "qnodes");
  map.add(0x21480 + shift, 'd', "rcu_data").add(0x21640 + shift, 'd', "csd_data");
  map.add(0x21a68 + shift, 'D', "__per_cpu_end");
  map.add(0xffffffff81000000, 'T', "_stext").add(0xffffffff81000000, 'T', "_text");
  for (int k = 0; k < 400; ++k)
    map.add(0xffffffff81000000 + 48 * k, 'T', fmt::format("function_{}", k));
  map.add(0xffffffff81800110, 'T', "_etext");
  map.add(0xffffffff81c00000, 'D', "_sdata").add(0xffffffff81c00040, 'D', "tasklist_lock");
  map.add(0xffffffff81c00080, 'd', "__key.1").add(0xffffffff81c00088, 'd', "__key.2");
  map.add(0xffffffff81c00090, 'D', "jiffies_64").add(0xffffffff81cd8480, 'D', "_edata");
  return map.text();
}

std::pair<Analysis, Explanation> explain_maps(const std::string& base, const std::string& next,
                                              Request request) {
  auto base_side = side_from_symbol_text(base, "base.map");
  auto next_side = side_from_symbol_text(next, "new.map");
  if (!base_side || !next_side) std::abort();
  auto analysis = analyse(std::move(*base_side), std::move(*next_side), std::move(request));
  if (!analysis) std::abort();
  Explanation explanation = explain(*analysis);
  return {std::move(*analysis), std::move(explanation)};
}

}  // namespace lodestone::explain
