/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whetstone, -O2. */
#define WHETSTONE whetstone_o2
#include "workload/unixbench/whetstone.h"
