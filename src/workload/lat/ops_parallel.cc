// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a hundred turns of CHAINS independent chains of the operation OP. The number is one
// operation; speedup is how many times faster than with one chain, measured in tries after the
// pass: what the processor overlaps.
#include <stdlib.h>

#include "workload/support/operations.h"
#include "workload/support/tries.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  double (*many)(uint64_t turns, lodestone_task* task);
  double (*one)(uint64_t turns, lodestone_task* task);
  double result;
  unsigned chains;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  const char* op = lodestone_parameter(task, "op");
  state->chains = static_cast<unsigned>(lodestone_parameter_number(task, "chains"));
  state->many = find_operation(op, state->chains);
  state->one = find_operation(op, 1);
  if (state->many == nullptr)
    return lodestone_fail(task, "unknown op %s, or chains not 1, 2, 4, 8", op);
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  state->result = state->many(operations, task);
}

int verify(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  if (state->result == 0) return lodestone_fail(task, "the operations have no result");
  const uint64_t counted = *task->counter;
  const double one = least_of_tries(1, [state, task] { state->one(100, task); });
  const double many = least_of_tries(1, [state, task] { state->many(100, task); });
  *task->counter = counted;
  lodestone_report(task, "speedup", one * state->chains / many);
  return 0;
}

void teardown(lodestone_task* task) {
  free(task->state);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"op", "int_mul", "as lat/ops"}, {"chains", "4", "1, 2, 4 or 8"}, {}};

constexpr lodestone_quantity quantities[] = {{"speedup", "ratio", LODESTONE_HIGHER, "share"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, ops_parallel) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/ops_parallel",
    .title = "Arithmetic parallelism",
    .operation = "100 turns of CHAINS independent chains of OP",
    .meaning = "time of an operation when CHAINS may overlap; speedup against one chain",
    .counterpart = "lmbench par_ops",
    .exercises = "user-space arithmetic",
    .note = "results are kept in opaque registers: nothing is folded",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e7,
    .unit = "ns",
    .units = "chains",
    .parameters = lodestone::parameters,
    .quantities = lodestone::quantities,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
