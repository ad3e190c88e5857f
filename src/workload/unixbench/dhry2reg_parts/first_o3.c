/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dhrystone, -O3, first translation unit. */
#define REG register
#define DHRYSTONE(name) dhry2reg_o3_##name
#include "workload/unixbench/dhrystone_first.h"
#include "workload/unixbench/dhrystone_loop.h"
