// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/slab_layout.h"

#include <fmt/format.h>

namespace lodestone::exact {
namespace {

std::optional<uint64_t> offset_of(const TypeTable& types, std::string_view type,
                                  std::string_view member) {
  const StructLayout* layout = types.find(type);
  if (layout == nullptr) return std::nullopt;
  for (const StructMember& each : layout->members)
    if (each.name == member) return each.bit_offset / 8;
  return std::nullopt;
}

}  // namespace

std::string SlabLayout::text() const {
  return fmt::format("slabs {:x} {:x} {:x} {:x} {:x}\n", list, list_member, name_member,
                     size_member, cache_member);
}

std::optional<SlabLayout> slab_layout_of(const TypeTable& types, const SymbolMap& symbols) {
  const Symbol* list = symbols.find("slab_caches");
  const auto list_member = offset_of(types, "kmem_cache", "list");
  const auto name_member = offset_of(types, "kmem_cache", "name");
  const auto size_member = offset_of(types, "kmem_cache", "size");
  const auto cache_member = offset_of(types, "slab", "slab_cache");
  const StructLayout* page = types.find("page");
  // Of SLUB alone (include/linux/slub_def.h).
  const bool slub =
      offset_of(types, "kmem_cache", "cpu_slab") || offset_of(types, "kmem_cache", "cpu_sheaves");
  // There it lies over page->mapping, which the kernel clears when a page is given back. Newer
  // kernels have it over the list that free pages stand in: an old pointer may survive, and name a
  // page that is no slab any more.
  constexpr uint64_t mapping = 24;
  if (cache_member != mapping) return std::nullopt;
  if (list == nullptr || !list_member || !name_member || !size_member || !slub || page == nullptr ||
      page->size != 64)
    return std::nullopt;
  return SlabLayout{list->address, *list_member, *name_member, *size_member, *cache_member};
}

std::optional<SlabLayout> slab_layout_of(const KernelImage& image, const SymbolMap& symbols) {
  const KernelImage::Section* section = image.section(".BTF");
  if (image.architecture != Architecture::x86_64 || section == nullptr) return std::nullopt;
  const auto types =
      read_btf(std::string_view(image.content).substr(section->offset, section->size));
  return types ? slab_layout_of(*types, symbols) : std::nullopt;
}

}  // namespace lodestone::exact
