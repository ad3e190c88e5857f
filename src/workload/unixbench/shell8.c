/* SPDX-License-Identifier: GPL-2.0-or-later */
/* 8 scripts at a time. */
#include "workload/unixbench/shell.h"

SHELL(shell8, 8);
