// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/placement.h"

#include <hwloc.h>

#include <algorithm>
#include <memory>

#include "base/text.h"

namespace lodestone {
namespace {

struct Release {
  void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, Release>;

Result<Topology> load(const std::string& synthetic) {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return fail(ErrorCode::unsupported, "hwloc does not start");
  Topology topology(raw);
  if (!synthetic.empty() && hwloc_topology_set_synthetic(raw, synthetic.c_str()) != 0)
    return fail(ErrorCode::usage, "hwloc does not understand '" + synthetic + "'");
  if (hwloc_topology_load(raw) != 0)
    return fail(ErrorCode::unsupported, "hwloc finds no topology", "is /sys mounted?",
                "--no-affinity needs none");
  return topology;
}

// The allowed CPUs of each core in topology order, cores without any left out. Where hwloc sees no
// cores, each CPU is one.
std::vector<std::vector<int>> cores_of(hwloc_topology_t topology, hwloc_const_bitmap_t within) {
  std::vector<std::vector<int>> cores;
  hwloc_const_bitmap_t allowed = hwloc_topology_get_allowed_cpuset(topology);
  const bool has_cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE) > 0;
  const hwloc_obj_type_t type = has_cores ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
  for (hwloc_obj_t core = nullptr;
       (core = hwloc_get_next_obj_by_type(topology, type, core)) != nullptr;) {
    std::vector<int> cpus;
    unsigned cpu;
    hwloc_bitmap_foreach_begin(cpu, core->cpuset) {
      if (hwloc_bitmap_isset(allowed, cpu) &&
          (within == nullptr || hwloc_bitmap_isset(within, cpu)))
        cpus.push_back(static_cast<int>(cpu));
    }
    hwloc_bitmap_foreach_end();
    if (!cpus.empty()) cores.push_back(std::move(cpus));
  }
  return cores;
}

std::vector<std::vector<int>> ordered(PlacementPolicy policy,
                                      const std::vector<std::vector<int>>& cores) {
  if (policy == PlacementPolicy::core_sets) return cores;
  std::vector<std::vector<int>> sets;
  if (policy == PlacementPolicy::smt) {
    for (const auto& core : cores)
      for (int cpu : core) sets.push_back({cpu});
  } else if (policy == PlacementPolicy::cores) {
    size_t deepest = 0;
    for (const auto& core : cores) deepest = std::max(deepest, core.size());
    for (size_t thread = 0; thread < deepest; ++thread)
      for (const auto& core : cores)
        if (thread < core.size()) sets.push_back({core[thread]});
  }
  return sets;
}

}  // namespace

const char* name_of(PlacementPolicy policy) {
  switch (policy) {
    case PlacementPolicy::cores:
      return "cores";
    case PlacementPolicy::smt:
      return "smt";
    case PlacementPolicy::core_sets:
      return "core-sets";
    case PlacementPolicy::free_running:
      break;
  }
  return "none";
}

std::string Placement::text() const {
  std::string out = name_of(policy);
  if (node) out += " of node " + std::to_string(*node);
  std::vector<std::string> groups;
  for (const auto& set : sets) {
    std::vector<std::string> cpus;
    for (int cpu : set) cpus.push_back(std::to_string(cpu));
    groups.push_back(join(cpus, "+"));
  }
  return groups.empty() ? out : out + ": " + join(groups, ",");
}

bool Placement::shares_cores(size_t tasks) const {
  if (sets.empty()) return false;
  if (policy == PlacementPolicy::smt && sets.size() > cores) return tasks > 1;
  return tasks > cores;
}

Result<Placement> place_tasks(PlacementPolicy policy, std::optional<int> node,
                              const std::string& synthetic) {
  Placement placement;
  placement.policy = policy;
  placement.node = node;
  if (policy == PlacementPolicy::free_running && !node) return placement;
  LODESTONE_ASSIGN(const Topology topology, load(synthetic));
  hwloc_const_bitmap_t within = nullptr;
  if (node) {
    hwloc_obj_t found = nullptr;
    while ((found = hwloc_get_next_obj_by_type(topology.get(), HWLOC_OBJ_NUMANODE, found)) !=
           nullptr)
      if (static_cast<int>(found->os_index) == *node) break;
    if (found == nullptr)
      return fail(ErrorCode::usage, "there is no NUMA node " + std::to_string(*node), "",
                  "lscpu shows the nodes of this machine");
    within = found->cpuset;
  }
  const auto cores = cores_of(topology.get(), within);
  if (cores.empty())
    return fail(
        ErrorCode::usage, "no CPU is left to run on",
        node ? "node " + std::to_string(*node) + " has none that this process may use" : "");
  placement.cores = cores.size();
  placement.sets = ordered(policy, cores);
  if (policy == PlacementPolicy::free_running) {  // anywhere on the node
    placement.sets.emplace_back();
    for (const auto& core : cores)
      placement.sets[0].insert(placement.sets[0].end(), core.begin(), core.end());
  }
  return placement;
}

}  // namespace lodestone
