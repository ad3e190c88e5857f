/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whetstone, -O3. */
#define WHETSTONE whetstone_o3
#include "workload/unixbench/whetstone.h"
