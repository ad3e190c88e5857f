/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The loop of the arithmetic tests without their arithmetic. */
#include "workload/unixbench/arithmetic.h"

ARITHMETIC(arithoh, "arithoh", "Arithoh", int, "+r", 0);
