/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Copies a file of 2000 KiB in buffers of 1024 bytes. */
#include "workload/unixbench/filecopy.h"

FILECOPY(fstime, "fstime", "File Copy 1024 bufsize 2000 maxblocks", 1024, copy, 'c',
         "read() and write()");
