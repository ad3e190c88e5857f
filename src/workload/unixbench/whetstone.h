/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whetstone in C, double precision, as of 1996-97: eight sections, each `passes` times around an
 * inner loop of 100 times the classic weight. One translation unit, so that helpers are inlined.
 * Include with WHETSTONE defined to the name.
 */
#include <math.h>
#include <stddef.h>

#include "workload/unixbench/whetstone_helpers.h"
#include "workload/unixbench/whetstone_result.h"

/* `n1_turns`: 10, whose time the caller divides by ten, or 1. `clock` may be NULL. */
void WHETSTONE(long passes, long n1_turns, double (*clock)(void), struct whetstone_result* out) {
  const double t0 = 0.49999975, t1 = 0.50000025, t2 = 2.0;
  const long x100 = 100;
  double t = t0, e1[4], x, y, z, from, to;
  long i, ix, j, k, l;
#define WHETSTONE_BEGIN from = clock ? clock() : 0
#define WHETSTONE_END(section, printed)    \
  to = clock ? clock() : 0;                \
  out->seconds[(section) - 1] = to - from; \
  out->value[(section) - 1] = (double)(printed)

  e1[0] = 1.0;
  e1[1] = e1[2] = e1[3] = -1.0;
  WHETSTONE_BEGIN;
  for (ix = 0; ix < passes; ix++) {
    for (i = 0; i < 12 * x100 * n1_turns; i++) {
      e1[0] = (e1[0] + e1[1] + e1[2] - e1[3]) * t;
      e1[1] = (e1[0] + e1[1] - e1[2] + e1[3]) * t;
      e1[2] = (e1[0] - e1[1] + e1[2] + e1[3]) * t;
      e1[3] = (-e1[0] + e1[1] + e1[2] + e1[3]) * t;
    }
    t = 1.0 - t;
  }
  t = t0;
  WHETSTONE_END(1, e1[3]);

  WHETSTONE_BEGIN;
  for (ix = 0; ix < passes; ix++) {
    for (i = 0; i < 14 * x100; i++) pa(e1, t, t2);
    t = 1.0 - t;
  }
  t = t0;
  WHETSTONE_END(2, e1[3]);

  j = 1;
  WHETSTONE_BEGIN;
  for (ix = 0; ix < passes; ix++)
    for (i = 0; i < 345 * x100; i++) {
      /* As if and else: gcc makes slower code of ?: here. */
      if (j == 1)
        j = 2;
      else
        j = 3;
      if (j > 2)
        j = 0;
      else
        j = 1;
      if (j < 1)
        j = 1;
      else
        j = 0;
    }
  WHETSTONE_END(3, j);

  j = 1;
  k = 2;
  l = 3;
  WHETSTONE_BEGIN;
  for (ix = 0; ix < passes; ix++)
    for (i = 0; i < 210 * x100; i++) {
      j = j * (k - j) * (l - k);
      k = l * k - (l - j) * k;
      l = (l - k) * (k + j);
      e1[l - 2] = (double)(j + k + l);
      e1[k - 2] = (double)(j * k * l);
    }
  WHETSTONE_END(4, e1[0] + e1[1]);

  x = y = 0.5;
  WHETSTONE_BEGIN;
  for (ix = 0; ix < passes; ix++) {
    for (i = 1; i < 32 * x100; i++) { /* from 1: one turn fewer, as in the original */
      x = t * atan(t2 * sin(x) * cos(x) / (cos(x + y) + cos(x - y) - 1.0));
      y = t * atan(t2 * sin(y) * cos(y) / (cos(x + y) + cos(x - y) - 1.0));
    }
    t = 1.0 - t;
  }
  t = t0;
  WHETSTONE_END(5, y);

  x = y = z = 1.0;
  WHETSTONE_BEGIN;
  for (ix = 0; ix < passes; ix++)
    for (i = 0; i < 899 * x100; i++) p3(&x, &y, &z, t, t1, t2);
  WHETSTONE_END(6, z);

  j = 0;
  k = 1;
  l = 2;
  e1[0] = 1.0;
  e1[1] = 2.0;
  e1[2] = 3.0;
  WHETSTONE_BEGIN;
  for (ix = 0; ix < passes; ix++)
    for (i = 0; i < 616 * x100; i++) po(e1, j, k, l);
  WHETSTONE_END(7, e1[2]);

  x = 0.75;
  WHETSTONE_BEGIN;
  for (ix = 0; ix < passes; ix++)
    for (i = 0; i < 93 * x100; i++) x = sqrt(exp(log(x) / t1));
  WHETSTONE_END(8, x);
}
