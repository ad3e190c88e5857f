/* SPDX-License-Identifier: GPL-2.0-or-later */
/* 16 scripts at a time. */
#include "workload/unixbench/shell.h"

SHELL(shell16, 16);
