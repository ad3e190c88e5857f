// SPDX-License-Identifier: GPL-2.0-or-later
// The threads of the runner program: one a CPU, started once, and brought together by spinning
// before each window.
#pragma once

#include <stdint.h>

namespace lab {

constexpr int most_workers = 64;

struct Measured {
  uint64_t operations = 0;
  int64_t wall_ns = 0;
  int64_t cpu_ns = 0;    // CPU time that the thread got in the window
  int64_t switches = 0;  // context switches of the thread in the window
  int64_t extra = 0;     // of the experiment: hand-overs, ns waited
};

int64_t now_ns();

// Runs `body(worker, deadline_ns, argument)` on workers 0..count-1 at once; it returns operations
// done by the deadline. Fills out[0..count-1]. Worker 0 is the calling thread. Threads stay for the
// next window.
using Body = uint64_t (*)(int worker, int64_t deadline_ns, void* argument, Measured* out);
bool start_crew(const int* cpus, int count);
void run_window(int count, int64_t window_ns, Body body, void* argument, Measured* out);
void end_crew();

}  // namespace lab
