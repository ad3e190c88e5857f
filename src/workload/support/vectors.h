// SPDX-License-Identifier: GPL-2.0-or-later
// Three vectors of doubles for the stream kernels.
#pragma once

#include <stdlib.h>

#include "workload/support/files.h"

namespace lodestone {

struct Vectors {
  double *a, *b, *c;
  size_t length;
};

inline int make_vectors(lodestone_task* task) {
  auto* vectors = static_cast<Vectors*>(calloc(1, sizeof(Vectors)));
  const long long size = lodestone_parameter_number(task, "size");
  if (vectors == nullptr || size < 64)
    return lodestone_fail(task, "size must be at least 64 bytes");
  vectors->length = static_cast<size_t>(size) / sizeof(double);
  double** const all[] = {&vectors->a, &vectors->b, &vectors->c};
  for (double** vector : all) {
    *vector = reinterpret_cast<double*>(make_memory(vectors->length * sizeof(double)));
    if (*vector == nullptr) return lodestone_fail(task, "cannot get 3 x %lld bytes: %m", size);
    for (size_t i = 0; i < vectors->length; i++) (*vector)[i] = 1;
  }
  task->state = vectors;
  return 0;
}

// The compiler must have written the vectors of this pass, and may not join it with the next.
inline void written(Vectors* vectors) {
  asm volatile("" : : "r"(vectors) : "memory");
}

inline int verify_vectors(lodestone_task* task) {
  auto* vectors = static_cast<Vectors*>(task->state);
  const double* const all[] = {vectors->a, vectors->b, vectors->c};
  for (const double* vector : all)
    for (size_t i = 1; i < vectors->length; i++)
      if (vector[i] != vector[0]) return lodestone_fail(task, "a vector holds unequal elements");
  return 0;
}

inline void free_vectors(lodestone_task* task) {
  auto* vectors = static_cast<Vectors*>(task->state);
  double* const all[] = {vectors->a, vectors->b, vectors->c};
  for (double* vector : all) munmap(vector, vectors->length * sizeof(double));
  free(vectors);
}

}  // namespace lodestone
