/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dhrystone, -O3, second translation unit. */
#define REG register
#define DHRYSTONE(name) dhry2reg_o3_##name
#include "workload/unixbench/dhrystone_second.h"
