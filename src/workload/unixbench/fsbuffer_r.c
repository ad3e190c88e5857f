/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a file of 500 KiB in buffers of 256 bytes. */
#include "workload/unixbench/filecopy.h"

FILECOPY(fsbuffer_r, "fsbuffer-r", "File Read 256 bufsize 500 maxblocks", 256, read, 'r', "read()");
