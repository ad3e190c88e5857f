// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/address_book.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace lodestone::explain {
namespace {

constexpr uint32_t none = 0xffffffff;

// __FILE__ of one source that was built in two folders.
bool same_file(std::string_view a, std::string_view b) {
  const size_t x = a.rfind('/'), y = b.rfind('/');
  if (x == std::string_view::npos || y == std::string_view::npos) return false;
  return a.size() > x + 1 && a.substr(x) == b.substr(y) &&
         a.find_first_of(" %\n") == std::string_view::npos &&
         b.find_first_of(" %\n") == std::string_view::npos;
}

// arch/x86/include/asm/page_64_types.h: __START_KERNEL_map.
constexpr uint64_t kernel_map = 0xffffffff80000000;

}  // namespace

AddressBook::AddressBook(const Entities& entities, const KernelImage& image)
    : entities_(entities), image_(image) {
  entries_.reserve(entities.count);
  for (int section = 0; section < section_classes; ++section) {
    const auto kind = static_cast<SectionClass>(section);
    const std::vector<Entity>& all = entities.in(kind);
    if (kind == SectionClass::other) continue;
    for (uint32_t i = 0; i < all.size(); ++i) entries_.push_back({all[i].address, kind, i});
    if (all.empty()) continue;
    if (kind == SectionClass::percpu) {
      percpu_low_ = all.front().address;
      percpu_high_ = all.back().address + std::max<uint64_t>(all.back().size, 1);
    }
  }
  for (const Symbol& symbol : entities.symbols) {
    if (symbol.name == "__per_cpu_start") percpu_start_ = symbol.address;
    if (symbol.name == "__per_cpu_end") percpu_end_ = symbol.address;
  }
  for (const KernelImage::Section& section : image.sections) {
    if (section.address < 0x1000000) continue;  // not loaded, or per-CPU
    low_ = low_ == 0 ? section.address : std::min(low_, section.address);
    high_ = std::max(high_, section.address + section.size);
  }
  knows_data_ = entities.in(SectionClass::data).size() + entities.in(SectionClass::rodata).size() +
                    entities.in(SectionClass::bss).size() >
                entities.in(SectionClass::text).size() / 20;
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.address < b.address; });
}

size_t AddressBook::last_at_or_below(uint64_t address) const {
  const auto above =
      std::upper_bound(entries_.begin(), entries_.end(), address,
                       [](uint64_t value, const Entry& e) { return value < e.address; });
  if (above == entries_.begin()) return entries_.size();
  return static_cast<size_t>(above - entries_.begin()) - 1;
}

std::optional<Place> AddressBook::at(uint64_t address) const {
  const size_t k = last_at_or_below(address);
  if (k == entries_.size()) return std::nullopt;
  return Place{entries_[k].section, entries_[k].index, address - entries_[k].address};
}

const KernelImage::Section* AddressBook::section_at(uint64_t address) const {
  for (const KernelImage::Section& section : image_.sections)
    if (section.address != 0 && address >= section.address &&
        address - section.address < section.size)
      return &section;
  return nullptr;
}

const KernelImage::Section* AddressBook::section_ending(uint64_t address) const {
  for (const KernelImage::Section& section : image_.sections)
    if (section.address != 0 && section.address + section.size == address) return &section;
  return nullptr;
}

std::vector<Place> AddressBook::around(uint64_t address, int reach) const {
  std::vector<Place> places;
  const size_t k = last_at_or_below(address);
  const int64_t middle = k == entries_.size() ? -1 : static_cast<int64_t>(k);
  for (int64_t i = middle - reach + 1; i <= middle + reach; ++i) {
    if (i < 0 || i >= static_cast<int64_t>(entries_.size())) continue;
    const Entry& entry = entries_[static_cast<size_t>(i)];
    const uint64_t distance =
        entry.address > address ? entry.address - address : address - entry.address;
    if (distance <= 4096) places.push_back({entry.section, entry.index, 0});
  }
  return places;
}

std::string AddressBook::name_at(uint64_t address) const {
  const std::optional<Place> place = at(address);
  if (!place || place->inner > 0x100000) return fmt::format("{:#x}", address);
  const Entity& found = entity(*place);
  if (place->inner == 0) return std::string(found.name);
  return fmt::format("{}+{:#x}", found.name, place->inner);
}

Correspondence::Correspondence(const AddressBook& base_book, const AddressBook& next_book,
                               const Matching& matching, const Entities& base_entities)
    : base(base_book), next(next_book) {
  for (const SectionMatching& section : matching.sections) {
    std::vector<uint32_t> partner(base_entities.in(section.section).size(), none);
    for (const Pair& pair : section.pairs) partner[pair.base] = pair.next;
    partner_.push_back(std::move(partner));
  }
}

bool Correspondence::same_entity(const Place& x, const Place& y) const {
  if (x.section != y.section || x.inner != y.inner) return false;
  if (partner_[static_cast<size_t>(x.section)][x.index] == y.index) return true;
  // Statics of one family, matched crosswise: as good as the same if they look the same.
  return x.section != SectionClass::text &&
         family_of(base.entity(x).name) == family_of(next.entity(y).name) &&
         same_content(base.entity(x).address, next.entity(y).address);
}

bool Correspondence::same_content(uint64_t x, uint64_t y) const {
  const std::string_view left = base.bytes_at(x), right = next.bytes_at(y);
  if (left.empty() || right.empty()) return false;
  const std::string_view a =
      left.substr(0, strnlen(left.data(), std::min<size_t>(left.size(), 512)));
  const std::string_view b =
      right.substr(0, strnlen(right.data(), std::min<size_t>(right.size(), 512)));
  // Strings of two characters or more, else constants of sixteen bytes.
  if (a.size() >= 2 || b.size() >= 2) return a == b || same_file(a, b);
  return left.substr(0, 16) == right.substr(0, 16);
}

// Code without symbols that functions jump to: static_cpu_has() tests a bit of the processor's
// capabilities in .altinstr_aux (arch/x86/include/asm/cpufeature.h). Its place says nothing.
bool Correspondence::same_alternative(uint64_t x, uint64_t y) const {
  const KernelImage::Section* here = base.section_at(x);
  const KernelImage::Section* there = next.section_at(y);
  if (!here || !there || here->name != there->name || !here->name.starts_with(".altinstr"))
    return false;
  const std::string_view left = base.bytes_at(x).substr(0, 7),
                         right = next.bytes_at(y).substr(0, 7);
  if (left.size() < 7 || right.size() < 7) return false;
  // testb $imm8, disp32(%rip)
  return left.substr(0, 2) == right.substr(0, 2) && left[6] == right[6];
}

// Where the linker script has its own marks: the ends of sections, and pages behind their last
// symbol.
bool Correspondence::same_edge(uint64_t x, uint64_t y) const {
  const KernelImage::Section* ending = base.section_ending(x);
  if (ending)
    if (const KernelImage::Section* other = next.section_ending(y))
      if (ending->name == other->name) return true;
  for (const uint64_t last : {0, 1}) {
    if ((x + last) % 4096 != 0 || (y + last) % 4096 != 0) continue;
    const std::optional<Place> p = base.at(x), q = next.at(y);
    if (p && q && p->section == q->section && p->inner > 0 && q->inner > 0 &&
        partner_[static_cast<size_t>(p->section)][p->index] == q->index)
      return true;
  }
  return false;
}

// A table of addresses without a name, such as a switch's: its first two mean the same.
bool Correspondence::same_pointers(uint64_t x, uint64_t y) const {
  const std::string_view left = base.bytes_at(x), right = next.bytes_at(y);
  if (left.size() < 16 || right.size() < 16) return false;
  for (const size_t at : {0, 8}) {
    uint64_t a, b;
    std::memcpy(&a, left.data() + at, 8);
    std::memcpy(&b, right.data() + at, 8);
    if (!base.in_image(a) || !next.in_image(b)) return false;
    const std::optional<Place> p = base.at(a), q = next.at(b);
    if (!p || !q || !same_entity(*p, *q)) return false;
  }
  return true;
}

bool Correspondence::same(uint64_t x, uint64_t y) const {
  const std::optional<Place> p = base.at(x), q = next.at(y);
  if (p && q && same_entity(*p, *q)) return true;
  if (!p && !q && x == y) return true;
  if (x == y && masks_data()) {
    const KernelImage::Section* section = base.section_at(x);
    if (!section || !section->executable || !p || p->inner != 0) return true;
  }
  if (base.in_image(x) && next.in_image(y) && (same_alternative(x, y) || same_edge(x, y)))
    return true;
  if (masks_percpu() && x < 0x1000000 && y < 0x1000000) return true;
  if (masks_data() && base.in_image(x) && next.in_image(y)) {
    const KernelImage::Section* here = base.section_at(x);
    const KernelImage::Section* there = next.section_at(y);
    if (here && there && !here->executable && here->name == there->name) return true;
    // The ends of what the linker script aligns to pages.
    if (x % 4096 == 0 && y % 4096 == 0) return true;
    // An arm64 Image is one piece: what is no start of a function may be data.
    if (here && there && here->name == ".image" && there->name == ".image" && p && q &&
        p->inner != 0 && q->inner != 0)
      return true;
  }
  // One past the end of an array.
  const std::optional<Place> p1 = base.at(x - 1), q1 = next.at(y - 1);
  if (p1 && q1 && p1->inner + 1 == base.entity(*p1).size &&
      q1->inner + 1 == next.entity(*q1).size && p1->section == q1->section &&
      partner_[static_cast<size_t>(p1->section)][p1->index] == q1->index)
    return true;
  if (!base.in_image(x) && !base.in_percpu(x)) {
    if (x >= kernel_map || y >= kernel_map || x < 0x100000 || y < 0x100000) return false;
    return base.in_image(x + kernel_map) && next.in_image(y + kernel_map) &&
           same(x + kernel_map, y + kernel_map);
  }
  // Nameless data (string literals, jump tables) and the places before an array moved with what
  // stands next to them.
  for (const Place& near : base.around(x, 3)) {
    const uint32_t partner = partner_[static_cast<size_t>(near.section)][near.index];
    if (partner == none) continue;
    const Place other{near.section, partner, 0};
    if (next.entity(other).address - base.entity(near).address == y - x) return true;
  }
  // Only what nobody writes is told by its content; zeroes tell nothing.
  const auto read_only = [](const AddressBook& book, uint64_t address,
                            const std::optional<Place>& place) {
    // The nearest symbol may be of the section before: string literals have no names.
    const KernelImage::Section* section = book.section_at(address);
    if (section && section->name.starts_with(".rodata")) return true;
    return place && place->section == SectionClass::rodata;
  };
  if (!read_only(base, x, p) || !read_only(next, y, q)) return false;
  if (same_pointers(x, y)) return true;
  return base.bytes_at(x).substr(0, 16).find_first_not_of('\0') != std::string_view::npos &&
         same_content(x, y);
}

bool Correspondence::same_percpu(uint64_t x, uint64_t y) const {
  if (base.is_percpu_end(x) && next.is_percpu_end(y)) return true;
  if (masks_percpu()) return percpu_shift.moved(x, y);
  if (!base.in_percpu(x) || !next.in_percpu(y) || x < 0x1000 || y < 0x1000) return false;
  const std::optional<Place> p = base.at(x), q = next.at(y);
  return p && q && p->section == SectionClass::percpu && same_entity(*p, *q);
}

}  // namespace lodestone::explain
