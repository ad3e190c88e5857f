// SPDX-License-Identifier: GPL-2.0-or-later
#include <gelf.h>
#include <libelf.h>

#include <cctype>
#include <memory>

#include "sys/symbol_map.h"

namespace lodestone {
namespace {

// nm's letter (binutils' bfd_decode_symclass) for what kernels and programs hold.
char letter_of(const GElf_Sym& symbol, Elf* elf) {
  char letter = '?';
  if (symbol.st_shndx == SHN_ABS) {
    letter = 'a';
  } else if (Elf_Scn* section = elf_getscn(elf, symbol.st_shndx)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr) {
      if (header.sh_flags & SHF_EXECINSTR)
        letter = 't';
      else if (header.sh_type == SHT_NOBITS)
        letter = 'b';
      else if (header.sh_flags & SHF_WRITE)
        letter = 'd';
      else
        letter = 'r';
    }
  }
  if (GELF_ST_BIND(symbol.st_info) == STB_WEAK) return letter == 't' ? 'W' : 'V';
  if (GELF_ST_BIND(symbol.st_info) == STB_GLOBAL)
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return letter;
}

}  // namespace

Result<SymbolMap> symbols_from_elf(std::string_view file) {
  elf_version(EV_CURRENT);
  std::unique_ptr<Elf, int (*)(Elf*)> elf(elf_memory(const_cast<char*>(file.data()), file.size()),
                                          &elf_end);
  if (!elf || elf_kind(elf.get()) != ELF_K_ELF)
    return fail(ErrorCode::unreadable, "this is no ELF file", elf_errmsg(-1) ? elf_errmsg(-1) : "");
  Elf_Scn* table = nullptr;
  GElf_Shdr header{};
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf.get(), section)) != nullptr;) {
    GElf_Shdr here;
    if (gelf_getshdr(section, &here) == nullptr || here.sh_entsize == 0) continue;
    if (here.sh_type == SHT_SYMTAB || (here.sh_type == SHT_DYNSYM && table == nullptr)) {
      table = section;
      header = here;
      if (here.sh_type == SHT_SYMTAB) break;
    }
  }
  Elf_Data* data = table == nullptr ? nullptr : elf_getdata(table, nullptr);
  if (data == nullptr)
    return fail(ErrorCode::unreadable, "the ELF file has no symbol table", "it was stripped",
                "give the unstripped vmlinux or a System.map");
  std::vector<Symbol> symbols;
  size_t count = header.sh_size / header.sh_entsize;
  for (size_t i = 1; i < count; ++i) {
    GElf_Sym entry;
    if (gelf_getsym(data, static_cast<int>(i), &entry) == nullptr) break;
    int type = GELF_ST_TYPE(entry.st_info);
    if (type != STT_FUNC && type != STT_OBJECT && type != STT_NOTYPE && type != STT_GNU_IFUNC)
      continue;
    if (entry.st_shndx == SHN_UNDEF) continue;
    const char* name = elf_strptr(elf.get(), header.sh_link, entry.st_name);
    // scripts/mksysmap of the kernel leaves out local labels and mapping symbols; they would hide
    // functions.
    if (name == nullptr || *name == 0 || *name == '$' || std::string_view(name).starts_with(".L"))
      continue;
    symbols.push_back({entry.st_value, entry.st_size, letter_of(entry, elf.get()), name, {}});
  }
  if (symbols.empty()) return fail(ErrorCode::unreadable, "the ELF file's symbol table is empty");
  return SymbolMap(std::move(symbols));
}

}  // namespace lodestone
