/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dhrystone, -O2, first translation unit. */
#define REG register
#define DHRYSTONE(name) dhry2reg_o2_##name
#include "workload/unixbench/dhrystone_first.h"
#include "workload/unixbench/dhrystone_loop.h"
