// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/heap.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdlib>

namespace lodestone {
namespace {

constexpr size_t least = size_t{64} << 20, most = size_t{3} << 29, huge_page = size_t{2} << 20;

// glibc's own values, mallopt(3).
constexpr int usual_pad = 128 << 10, usual_mappings = 65536;

}  // namespace

void expect_heap(size_t bytes) {
  if (bytes < least) return;
  const struct mallinfo2 now = mallinfo2();
  if (now.fordblks >= bytes) return;  // free already
  // Large blocks belong there, too: of a mapping of its own a growing vector would fault in every
  // page anew.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_TOP_PAD, static_cast<int>(std::min(bytes, most)));
  const auto begin = reinterpret_cast<uintptr_t>(sbrk(0));
  // More than is left at the heap's end: it has to grow.
  void* const probe = std::malloc(now.keepcost + huge_page);
  std::free(probe);
  const auto end = reinterpret_cast<uintptr_t>(sbrk(0));
  mallopt(M_TOP_PAD, usual_pad);
  if (probe == nullptr || end <= begin) {
    mallopt(M_MMAP_MAX, usual_mappings);
    return;
  }
  const uintptr_t first = (begin + huge_page - 1) / huge_page * huge_page;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

void share_heap() {
  mallopt(M_ARENA_MAX, 1);
}

}  // namespace lodestone
