/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a file of 500 KiB in buffers of 256 bytes. */
#include "workload/unixbench/filecopy.h"

FILECOPY(fsbuffer_w, "fsbuffer-w", "File Write 256 bufsize 500 maxblocks", 256, write, 'w',
         "write()");
