// SPDX-License-Identifier: GPL-2.0-or-later
// What the laboratory must know of the machine before it may claim anything. All reads are below
// `root` ("" is the real /proc and /sys), so that tests give it another machine.
#pragma once

#include <string>
#include <vector>

namespace lodestone::lab {

struct Load {
  double steal_ticks = 0;  // of all CPUs since boot
  double total_ticks = 0;
  int runnable = 0;  // tasks running or waiting for a CPU now, this one included
  bool known = false;
};

Load read_load(const std::string& root = "");
std::string cpu_model(const std::string& root = "");
// The CPUs of the list, one of each core first, then the remaining threads of those cores.
std::vector<int> cores_first(const std::vector<int>& cpus, const std::string& root = "");
bool same_core(int a, int b, const std::string& root = "");
// The CPUs that this process may use.
std::vector<int> allowed_cpus();

// Sentences on what a measurement between the two loads with `threads` busy threads cannot claim:
// other tasks waited for the CPUs, or the hypervisor took some away. Empty: nothing was seen.
std::vector<std::string> doubts(const Load& before, const Load& after, int cpus, int threads);

}  // namespace lodestone::lab
