// SPDX-License-Identifier: GPL-2.0-or-later
// Where a kernel keeps what tells which slab cache a page belongs to. The guest reads it there when
// all work is done (exact/guest/slabs.c).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sys/btf.h"
#include "sys/kernel_image.h"
#include "sys/symbol_map.h"

namespace lodestone::exact {

struct SlabLayout {
  uint64_t list = 0;  // address of the list of caches (slab_caches, mm/slab_common.c)
  // Offsets: in struct kmem_cache, and of its pointer in struct slab, which lies over struct page.
  uint64_t list_member = 0, name_member = 0, size_member = 0, cache_member = 0;

  std::string text() const;  // for the guest's plan
};

// Nothing where the kernel is not x86-64, has no types, no symbol for the list, or another
// allocator than SLUB, whose objects begin elsewhere in a slab.
std::optional<SlabLayout> slab_layout_of(const TypeTable& types, const SymbolMap& symbols);
std::optional<SlabLayout> slab_layout_of(const KernelImage& image, const SymbolMap& symbols);

}  // namespace lodestone::exact
