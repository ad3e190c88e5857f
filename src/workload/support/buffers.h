// SPDX-License-Identifier: GPL-2.0-or-later
// One or two buffers of the parameter `size` bytes, every page touched.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "workload/support/files.h"

namespace lodestone {

struct Buffers {
  size_t size;
  char *from, *to;  // to: nullptr if there is one
};

inline int make_buffers(lodestone_task* task, int count) {
  auto* buffers = static_cast<Buffers*>(calloc(1, sizeof(Buffers)));
  const long long size = lodestone_parameter_number(task, "size");
  if (buffers == nullptr || size < 512 || size % 512 != 0)
    return lodestone_fail(task, "size must be a multiple of 512 bytes");
  buffers->size = static_cast<size_t>(size);
  buffers->from = make_memory(buffers->size);
  if (count == 2) buffers->to = make_memory(buffers->size);
  if (buffers->from == nullptr || (count == 2 && buffers->to == nullptr))
    return lodestone_fail(task, "cannot get %d x %lld bytes: %m", count, size);
  if (count == 2) memset(buffers->to, 0, buffers->size);
  task->state = buffers;
  return 0;
}

// The words that a partial copy touches, too, lie at multiples of 16 bytes.
inline bool copied(const Buffers* buffers) {
  for (size_t at = 0; at < buffers->size; at += 16)
    if (memcmp(buffers->from + at, buffers->to + at, 4) != 0) return false;
  return true;
}

inline void free_buffers(lodestone_task* task) {
  auto* buffers = static_cast<Buffers*>(task->state);
  munmap(buffers->from, buffers->size);
  if (buffers->to != nullptr) munmap(buffers->to, buffers->size);
  free(buffers);
}

}  // namespace lodestone
