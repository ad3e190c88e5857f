/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Copies a file of 8000 KiB in buffers of 4096 bytes. */
#include "workload/unixbench/filecopy.h"

FILECOPY(fsdisk, "fsdisk", "File Copy 4096 bufsize 8000 maxblocks", 4096, copy, 'c',
         "read() and write()");
