/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Multiplication and division of double-precision numbers. */
#include "workload/unixbench/arithmetic.h"

ARITHMETIC(double, "double", "Arithmetic Test (double)", double, ARITHMETIC_FLOATING, 1);
