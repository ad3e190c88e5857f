// SPDX-License-Identifier: GPL-2.0-or-later
// A result of many small objects, made in one go: most of its time can go into page faults, a page
// of 4 KiB each.
#pragma once

#include <cstddef>

namespace lodestone {

// Asks the C library to grow the main thread's heap by `bytes` at once, and the kernel to fill that
// with huge pages (madvise(2), MADV_HUGEPAGE). A hint: nothing is allocated, less than 64 MiB are
// ignored, more than 1.5 GiB are cut, and where it is refused all stays as it was.
void expect_heap(size_t bytes);

// Threads that start later take from the main thread's heap, not from one of their own. For the
// start of a program.
void share_heap();

}  // namespace lodestone
