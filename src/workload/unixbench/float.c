/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Multiplication and division of single-precision numbers. */
#include "workload/unixbench/arithmetic.h"

ARITHMETIC(float, "float", "Arithmetic Test (float)", float, ARITHMETIC_FLOATING, 1);
