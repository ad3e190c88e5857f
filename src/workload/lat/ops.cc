// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a hundred operations, each of which needs the result of the one before. The number is
// one operation. Every result passes through a register that the compiler may not look into; the
// original lets compilers fold the work and then prints times below a clock cycle.
#include <stdlib.h>

#include "workload/support/operations.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  double (*body)(uint64_t turns, lodestone_task* task);
  double result;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  state->body = find_operation(lodestone_parameter(task, "op"));
  if (state->body == nullptr)
    return lodestone_fail(task, "unknown op %s; the parameter lists them",
                          lodestone_parameter(task, "op"));
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  state->result = state->body(operations, task);
}

int verify(lodestone_task* task) {
  return static_cast<State*>(task->state)->result == 0
             ? lodestone_fail(task, "the operations have no result")
             : 0;
}

void teardown(lodestone_task* task) {
  free(task->state);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"op", "int_add",
     "int, int64 (bit, add, mul, div, mod), float, double (add, mul, div): int_add ..."},
    {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, ops) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/ops",
    .title = "Arithmetic operation",
    .operation = "100 dependent operations OP",
    .meaning = "latency of an arithmetic instruction; no memory",
    .counterpart = "lmbench lat_ops",
    .exercises = "user-space arithmetic",
    .note = "results are kept in opaque registers: nothing is folded",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e7,
    .unit = "ns",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
