// SPDX-License-Identifier: GPL-2.0-or-later
// Which address of the one kernel is which of the other. Two builds of the same source differ in
// every address, so instructions are compared by what they point at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/code/percpu_shift.h"
#include "explain/matching.h"
#include "sys/kernel_image.h"

namespace lodestone::explain {

struct Place {
  SectionClass section = SectionClass::other;
  uint32_t index = 0;  // into Entities::in(section)
  uint64_t inner = 0;  // bytes behind the entity's start
};

class AddressBook {
 public:
  // All must outlive the book. Each is one side's.
  AddressBook(const Entities& entities, const KernelImage& image);

  std::optional<Place> at(uint64_t address) const;
  const Entity& entity(const Place& place) const {
    return entities_.in(place.section)[place.index];
  }
  // "symbol" or "symbol+0x10"; the number where nothing is near.
  std::string name_at(uint64_t address) const;
  // A sign-extended constant that can be an address of the image.
  bool in_image(uint64_t address) const { return address >= low_ && address < high_; }
  bool in_percpu(uint64_t offset) const { return offset >= percpu_low_ && offset < percpu_high_; }
  // Just behind the last variable: __per_cpu_end, or the size of the area.
  bool is_percpu_end(uint64_t offset) const {
    return offset > 0 && (offset == percpu_end_ || offset == percpu_end_ - percpu_start_);
  }
  // False: the symbols are of functions only (a kernel without CONFIG_KALLSYMS_ALL).
  bool knows_data() const { return knows_data_; }
  bool knows_percpu() const { return percpu_high_ > percpu_low_; }
  // The ELF section of a linked address; nullptr outside.
  const KernelImage::Section* section_at(uint64_t address) const;
  const KernelImage::Section* section_ending(uint64_t address) const;
  std::string_view bytes_at(uint64_t address) const { return image_.bytes_at(address); }

  // The entities next to an address, up to `reach` on both sides, within 4 KiB.
  std::vector<Place> around(uint64_t address, int reach) const;

 private:
  struct Entry {
    uint64_t address;
    SectionClass section;
    uint32_t index;
  };
  size_t last_at_or_below(uint64_t address) const;  // entries_.size() if none

  const Entities& entities_;
  const KernelImage& image_;
  std::vector<Entry> entries_;
  bool knows_data_ = false;
  uint64_t low_ = 0, high_ = 0, percpu_low_ = 0, percpu_high_ = 0;
  uint64_t percpu_start_ = 0, percpu_end_ = 0;  // the linker script's marks
};

// Both sides' books, and the pairs between them.
class Correspondence {
 public:
  Correspondence(const AddressBook& base, const AddressBook& next, const Matching& matching,
                 const Entities& base_entities);

  const AddressBook& base;
  const AddressBook& next;

  // Where one side has symbols of functions only, all of a data section is taken for the same.
  bool masks_data() const { return !base.knows_data() || !next.knows_data(); }
  bool masks_percpu() const { return !base.knows_percpu() || !next.knows_percpu(); }

  // True if the two addresses mean the same: the same offset in matched entities; the end of such;
  // a place that moved with its neighbours; the same string or constant in read-only data; places
  // of the physical mapping (less __START_KERNEL_map) of such.
  bool same(uint64_t base_address, uint64_t next_address) const;
  // For a number that may be a per-CPU offset: only if both lie in per-CPU variables that match, or
  // moved with those that were learned.
  bool same_percpu(uint64_t base_offset, uint64_t next_offset) const;

  PercpuShift percpu_shift;  // where masks_percpu()

 private:
  bool same_entity(const Place& base_place, const Place& next_place) const;
  bool same_content(uint64_t base_address, uint64_t next_address) const;
  bool same_alternative(uint64_t base_address, uint64_t next_address) const;
  bool same_edge(uint64_t base_address, uint64_t next_address) const;
  bool same_pointers(uint64_t base_address, uint64_t next_address) const;

  std::vector<std::vector<uint32_t>> partner_;  // by section and base index
};

}  // namespace lodestone::explain
