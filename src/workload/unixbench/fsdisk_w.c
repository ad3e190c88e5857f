/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a file of 8000 KiB in buffers of 4096 bytes. */
#include "workload/unixbench/filecopy.h"

FILECOPY(fsdisk_w, "fsdisk-w", "File Write 4096 bufsize 8000 maxblocks", 4096, write, 'w',
         "write()");
