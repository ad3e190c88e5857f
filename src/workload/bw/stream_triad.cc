// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a pass of a = b + 3 c over vectors of doubles of SIZE bytes each, 3 of them credited.
// MB/s with MB = 10^6 bytes. The compiler may vectorise it as it likes: the vectors do not fit a
// cache, so memory is the limit; small sizes measure the loop instead.
#include "workload/support/vectors.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  return make_vectors(task);
}

void run(lodestone_task* task, uint64_t operations) {
  auto* vectors = static_cast<Vectors*>(task->state);
  double* __restrict a = vectors->a, * __restrict b = vectors->b, * __restrict c = vectors->c;
  const size_t n = vectors->length;
  for (uint64_t i = 0; i < operations; i++) {
    for (size_t j = 0; j < n; j++) a[j] = b[j] + 3.0 * c[j];
    written(vectors);
    lodestone_count(task, 1);
  }
  (void)a, (void)b, (void)c;
}

constexpr lodestone_parameter_declaration parameters[] = {{"size", "64m", "bytes of one vector"},
                                                          {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(bw, stream_triad) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "bw/stream_triad",
    .title = "STREAM triad",
    .operation = "a = b + 3 c",
    .meaning = "bandwidth of memory under plain vector loops",
    .counterpart = "lmbench stream (version 1) triad",
    .exercises = "user-space memory",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 3e-6,
    .unit = "MB/s",
    .units = "size",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify_vectors,
    .teardown = lodestone::free_vectors,
};
