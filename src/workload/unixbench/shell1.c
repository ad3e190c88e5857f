/* SPDX-License-Identifier: GPL-2.0-or-later */
/* 1 script at a time. */
#include "workload/unixbench/shell.h"

SHELL(shell1, 1);
