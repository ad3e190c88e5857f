// SPDX-License-Identifier: GPL-2.0-or-later
// On which CPUs the tasks of a scaling run are put, and in which order they are filled (by hwloc;
// only CPUs that this process may use).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace lodestone {

enum class PlacementPolicy {
  cores,         // one hardware thread of every core first, then the second ones, and so on
  smt,           // hardware threads in topology order: both of a core before the next core
  core_sets,     // will-it-scale's default: task i anywhere on core i, all its hardware threads
                 // allowed
  free_running,  // no affinity
};
const char* name_of(PlacementPolicy policy);  // "cores", "smt", "core-sets", "none"

struct Placement {
  PlacementPolicy policy = PlacementPolicy::cores;
  std::optional<int> node;             // only CPUs of this NUMA node
  std::vector<std::vector<int>> sets;  // task i may run on sets[i % size]; empty: anywhere
  size_t cores = 0;                    // physical cores that the sets cover
  // As it is recorded: "cores: 0,2,1,3", "core-sets: 0+2,1+3", "none".
  std::string text() const;
  bool shares_cores(size_t tasks) const;  // some core holds two tasks
};

// Errors: unsupported (no topology), usage (no such node, or a node without CPUs that we may use).
// `synthetic` is an hwloc description such as "numa:2 core:2 pu:2" instead of this machine (for
// tests).
Result<Placement> place_tasks(PlacementPolicy policy, std::optional<int> node = {},
                              const std::string& synthetic = {});

}  // namespace lodestone
