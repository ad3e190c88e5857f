/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Copies a file of 500 KiB in buffers of 256 bytes. */
#include "workload/unixbench/filecopy.h"

FILECOPY(fsbuffer, "fsbuffer", "File Copy 256 bufsize 500 maxblocks", 256, copy, 'c',
         "read() and write()");
