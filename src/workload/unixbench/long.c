/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Multiplication and division of machine words. */
#include "workload/unixbench/arithmetic.h"

ARITHMETIC(long, "long", "Arithmetic Test (long)", long, "+r", 1);
