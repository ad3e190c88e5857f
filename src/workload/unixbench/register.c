/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The int test with a register declaration, which compilers ignore. */
#include "workload/unixbench/arithmetic.h"

ARITHMETIC(register, "register", "Arithmetic Test (register)", int, "+r", 1);
