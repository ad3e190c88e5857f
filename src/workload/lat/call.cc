// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a hundred calls of a tiny function that the compiler may not inline. Cost of call and
// return; no kernel.
#include "workload/workload.h"

namespace lodestone {
namespace {

__attribute__((noinline)) int callee(int x) {
  asm volatile("" : "+r"(x));
  return x + 1;
}

struct State {
  int sum;
};
State state;

void run(lodestone_task* task, uint64_t operations) {
  int x = 0;
  for (uint64_t i = 0; i < operations; i++) {
    for (int j = 0; j < 100; j++) x = callee(x);
    lodestone_count(task, 1);
  }
  state.sum = x;
}

int verify(lodestone_task* task) {
  return state.sum == 0 ? lodestone_fail(task, "the function was not called") : 0;
}

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, call) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/call",
    .title = "Procedure call",
    .operation = "100 calls of a tiny function",
    .meaning = "user-space call and return; the number is one call",
    .counterpart = "lmbench lat_proc procedure",
    .exercises = "user-space",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e7,
    .unit = "ns",
    .run = lodestone::run,
    .verify = lodestone::verify,
};
