/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Multiplication and division of 16-bit numbers. */
#include "workload/unixbench/arithmetic.h"

ARITHMETIC(short, "short", "Arithmetic Test (short)", short, "+r", 1);
