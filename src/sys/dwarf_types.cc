// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/dwarf_types.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>

#include <algorithm>
#include <memory>
#include <unordered_map>

namespace lodestone {
namespace {

constexpr size_t most_dwarf_members = 4096;

std::string name_of(Dwarf_Die* die) {
  const char* name = dwarf_diename(die);
  return name ? name : "";
}

uint64_t number_of(Dwarf_Die* die, unsigned attribute, uint64_t absent) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  if (!dwarf_attr_integrate(die, attribute, &found) || dwarf_formudata(&found, &value) != 0)
    return absent;
  return value;
}

bool is_composite(Dwarf_Die* die) {
  return dwarf_tag(die) == DW_TAG_structure_type || dwarf_tag(die) == DW_TAG_union_type;
}

// The type behind typedefs and qualifiers; false if there is none.
bool bare_type(Dwarf_Die* die, Dwarf_Die* type) {
  Dwarf_Attribute attribute;
  if (!dwarf_attr_integrate(die, DW_AT_type, &attribute) || !dwarf_formref_die(&attribute, type))
    return false;
  for (int depth = 0; depth < 32; ++depth) {
    switch (dwarf_tag(type)) {
      case DW_TAG_typedef:
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_atomic_type: {
        Dwarf_Die inner;
        if (!dwarf_attr_integrate(type, DW_AT_type, &attribute) ||
            !dwarf_formref_die(&attribute, &inner))
          return false;
        *type = inner;
        break;
      }
      default:
        return true;
    }
  }
  return false;
}

void add_members(Dwarf_Die* composite, uint64_t base, const std::string& prefix, int depth,
                 bool inside_named, StructLayout& into, size_t& work) {
  Dwarf_Die member;
  if (depth > 8 || dwarf_child(composite, &member) != 0) return;
  do {
    if (work == 0 || into.members.size() >= most_dwarf_members) return;
    --work;
    if (dwarf_tag(&member) != DW_TAG_member) continue;
    const uint64_t bits = number_of(&member, DW_AT_data_bit_offset, UINT64_MAX);
    const uint64_t offset = bits != UINT64_MAX
                                ? base * 8 + bits
                                : (base + number_of(&member, DW_AT_data_member_location, 0)) * 8;
    const std::string name = name_of(&member);
    Dwarf_Die type;
    const bool typed = bare_type(&member, &type);
    Dwarf_Word size = 0;
    if (typed && dwarf_aggregate_size(&type, &size) != 0) size = 0;
    const bool composite_member = typed && is_composite(&type);
    if (name.empty()) {
      if (composite_member)
        add_members(&type, offset / 8, prefix, depth + 1, inside_named, into, work);
      continue;
    }
    into.members.push_back(
        {prefix + name, typed ? name_of(&type) : "", offset, bits != UINT64_MAX ? 0 : size});
    if (composite_member && !inside_named)
      add_members(&type, offset / 8, prefix + name + ".", depth + 1, true, into, work);
  } while (dwarf_siblingof(&member, &member) == 0);
}

}  // namespace

Result<TypeTable> read_dwarf_types(std::string_view file) {
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, int (*)(Elf*)> elf(
      elf_memory(const_cast<char*>(file.data()), file.size()), &elf_end);
  if (!elf || elf_kind(elf.get()) != ELF_K_ELF)
    return fail(ErrorCode::unreadable, "this is no ELF file");
  const std::unique_ptr<Dwarf, int (*)(Dwarf*)> dwarf(
      dwarf_begin_elf(elf.get(), DWARF_C_READ, nullptr), &dwarf_end);
  if (!dwarf)
    return fail(ErrorCode::not_found, "the file has no debug information", dwarf_errmsg(-1));
  TypeTable table;
  std::unordered_map<std::string, size_t> seen;  // name -> index; SIZE_MAX: ambiguous
  Dwarf_Off offset = 0, next = 0;
  size_t header = 0;
  while (dwarf_nextcu(dwarf.get(), offset, &next, &header, nullptr, nullptr, nullptr) == 0) {
    Dwarf_Die unit, die;
    if (dwarf_offdie(dwarf.get(), offset + header, &unit) && dwarf_child(&unit, &die) == 0) {
      do {
        if (!is_composite(&die) || dwarf_hasattr(&die, DW_AT_declaration)) continue;
        const std::string name = name_of(&die);
        if (name.empty()) continue;
        ++table.types;
        const uint64_t size = number_of(&die, DW_AT_byte_size, 0);
        const auto [at, fresh] = seen.emplace(name, table.structs.size());
        if (!fresh) {
          if (at->second != SIZE_MAX && table.structs[at->second].size != size)
            at->second = SIZE_MAX;
          continue;
        }
        StructLayout layout;
        layout.name = name;
        layout.size = size;
        layout.is_union = dwarf_tag(&die) == DW_TAG_union_type;
        size_t work = 8 * most_dwarf_members;
        add_members(&die, 0, "", 0, false, layout, work);
        table.structs.push_back(std::move(layout));
      } while (dwarf_siblingof(&die, &die) == 0);
    }
    if (next <= offset) break;  // a damaged header must not loop
    offset = next;
  }
  std::vector<StructLayout> kept;
  for (StructLayout& layout : table.structs) {
    if (seen.at(layout.name) == SIZE_MAX)
      ++table.ambiguous;
    else
      kept.push_back(std::move(layout));
  }
  std::sort(kept.begin(), kept.end(),
            [](const StructLayout& a, const StructLayout& b) { return a.name < b.name; });
  table.structs = std::move(kept);
  if (table.structs.empty())
    return fail(ErrorCode::not_found, "the debug information holds no structs");
  return table;
}

}  // namespace lodestone
