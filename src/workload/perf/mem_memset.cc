// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: memset of SIZE bytes. function=libc is the C library's own, which picks its code by
// CPU and size; string is the processor's string instruction (x86 only). GB/s with GB = 10^9
// bytes. Repeated for as long as a window lasts (the original's default is one call of 1 MB, whose
// result swings).
#include <string.h>

#include "workload/support/buffers.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

bool use_string;

#if defined(__x86_64__)
void by_string([[maybe_unused]] const char* from, char* to, size_t bytes) {
  asm volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(3) : "memory");
}
#else
void by_string(const char*, char*, size_t) {}
#endif

int setup(lodestone_task* task) {
  use_string = *lodestone_parameter(task, "function") == 's';
#if !defined(__x86_64__)
  if (use_string) return lodestone_skip(task, "this processor has no string instruction");
#endif
  return make_buffers(task, 1);
}

void run(lodestone_task* task, uint64_t operations) {
  auto* buffers = static_cast<Buffers*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    if (use_string)
      by_string(buffers->from, buffers->from, buffers->size);
    else
      memset(buffers->from, 3, buffers->size);
    asm volatile("" : : "r"(buffers) : "memory");
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  auto* buffers = static_cast<Buffers*>(task->state);
  return buffers->from[buffers->size - 1] == 3 ? 0
                                               : lodestone_fail(task, "the bytes are not there");
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"size", "1m", "bytes"}, {"function", "libc", "libc or string"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, mem_memset) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/mem_memset",
    .title = "mem memset",
    .operation = "memset of SIZE bytes",
    .meaning = "bandwidth of copying or filling at SIZE",
    .counterpart = "perf bench mem memset",
    .exercises = "user-space memory",
    .note = "warmed up, pinned and repeated by the harness",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1e-9,
    .unit = "GB/s",
    .units = "size",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::free_buffers,
};
