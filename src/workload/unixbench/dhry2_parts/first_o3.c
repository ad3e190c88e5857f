/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dhrystone, -O3, first translation unit. */
#define REG
#define DHRYSTONE(name) dhry2_o3_##name
#include "workload/unixbench/dhrystone_first.h"
#include "workload/unixbench/dhrystone_loop.h"
