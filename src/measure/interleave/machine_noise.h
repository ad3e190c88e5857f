// SPDX-License-Identifier: GPL-2.0-or-later
// What disturbs a process from outside, too slow to read within a window: read before and after
// each process.
#pragma once

#include <map>
#include <string>

namespace lodestone {

struct MachineNoise {
  double steal_seconds = 0;  // all CPUs, /proc/stat (proc(5))
  double interrupts = 0;     // /proc/stat "intr"
  double run_delay_seconds =
      0;  // waiting on run queues, all CPUs, /proc/schedstat version 15 and later
};

MachineNoise machine_noise();
// Adds steal_seconds, interrupts and run_delay_seconds.
void note_difference(const MachineNoise& before, const MachineNoise& after,
                     std::map<std::string, double>& values);

}  // namespace lodestone
