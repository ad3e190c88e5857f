/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Multiplication and division of 32-bit numbers. */
#include "workload/unixbench/arithmetic.h"

ARITHMETIC(int, "int", "Arithmetic Test (int)", int, "+r", 1);
