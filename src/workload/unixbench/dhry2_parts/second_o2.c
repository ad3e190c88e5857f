/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dhrystone, -O2, second translation unit. */
#define REG
#define DHRYSTONE(name) dhry2_o2_##name
#include "workload/unixbench/dhrystone_second.h"
