/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whetstone's three procedures. */
#ifndef LODESTONE_UNIXBENCH_WHETSTONE_HELPERS_H
#define LODESTONE_UNIXBENCH_WHETSTONE_HELPERS_H

static void pa(double e[4], double t, double t2) {
  for (long j = 0; j < 6; j++) {
    e[0] = (e[0] + e[1] + e[2] - e[3]) * t;
    e[1] = (e[0] + e[1] - e[2] + e[3]) * t;
    e[2] = (e[0] - e[1] + e[2] + e[3]) * t;
    e[3] = (-e[0] + e[1] + e[2] + e[3]) / t2;
  }
}

static void po(double e1[4], long j, long k, long l) {
  e1[j] = e1[k];
  e1[k] = e1[l];
  e1[l] = e1[j];
}

static void p3(double* x, double* y, double* z, double t, double t1, double t2) {
  *x = *y;
  *y = *z;
  *x = t * (*x + *y);
  *y = t1 * (*x + *y);
  *z = (*x + *y) / t2;
}

#endif
