// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/kernel_image.h"

#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "base/fd.h"
#include "sys/kallsyms.h"
#include "sys/load.h"

namespace lodestone {
namespace {

tl::unexpected<Error> no_kernel(std::string why) {
  return fail(ErrorCode::unreadable, "this is no Linux kernel that can be read", std::move(why),
              "give a bzImage, a vmlinuz, an arm64 Image, a vmlinux or the folder of a build tree");
}

tl::unexpected<Error> cut_kernel(const std::string& why) {
  return fail(ErrorCode::unreadable, "the kernel image is not complete", why,
              "the file may be cut; copy or build it again");
}

Result<void> read_elf(KernelImage& image) {
  std::string_view file = image.content;
  auto header = load<Elf64_Ehdr>(file, 0);
  if (file.size() < sizeof header || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB)
    return no_kernel("its ELF header is not that of a 64-bit little-endian machine");
  if (header.e_machine == EM_X86_64)
    image.architecture = Architecture::x86_64;
  else if (header.e_machine == EM_AARCH64)
    image.architecture = Architecture::arm64;
  else
    return fail(ErrorCode::unsupported, "this kernel is for another architecture",
                "ELF machine " + std::to_string(header.e_machine), "x86-64 and arm64 are known");
  image.is_elf = true;
  if (header.e_shoff > file.size() ||
      uint64_t{header.e_shnum} * sizeof(Elf64_Shdr) > file.size() - header.e_shoff)
    return cut_kernel("the ELF section headers lie behind the end of the file");
  auto names = load<Elf64_Shdr>(file, header.e_shoff + header.e_shstrndx * sizeof(Elf64_Shdr));
  for (size_t i = 1; i < header.e_shnum; ++i) {
    auto section = load<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr));
    bool content = section.sh_type != SHT_NOBITS;
    if (content &&
        (section.sh_offset > file.size() || section.sh_size > file.size() - section.sh_offset))
      return cut_kernel("an ELF section lies behind the end of the file");
    size_t name_at = names.sh_offset + section.sh_name;
    std::string name;
    if (name_at < file.size())
      name = std::string(file.substr(name_at, file.find('\0', name_at) - name_at));
    // Per-CPU data of x86-64 are linked at address 0, so SHF_ALLOC tells, not the address.
    uint64_t address = (section.sh_flags & SHF_ALLOC) ? section.sh_addr : 0;
    image.sections.push_back({std::move(name), address, section.sh_offset, section.sh_size,
                              (section.sh_flags & SHF_EXECINSTR) != 0, content});
  }
  return {};
}

// Where an arm64 Image runs: its own relative base of kallsyms tells (sys/kallsyms.cc); without
// that, the address that 4.6 to 6.x kernels with 48-bit addresses have
// (arch/arm64/include/asm/memory.h: KIMAGE_VADDR).
constexpr uint64_t arm64_text = 0xffff800008000000;

void read_arm64_image(KernelImage& image) {
  image.architecture = Architecture::arm64;
  image.sections.push_back({".image", arm64_text, 0, image.content.size(), true, true});
}

std::string find_banner(std::string_view content) {
  constexpr std::string_view start = "Linux version ";
  for (size_t at = content.find(start); at != std::string_view::npos;
       at = content.find(start, at + 1)) {
    size_t digit = at + start.size();
    if (digit < content.size() && std::isdigit(static_cast<unsigned char>(content[digit]))) {
      size_t end = content.find_first_of(std::string_view("\n\0", 2), at);
      return std::string(content.substr(at, end - at));
    }
  }
  return {};
}

std::string hex(std::string_view bytes) {
  std::string text;
  for (unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string find_build_id(const KernelImage& image) {
  // The note {4, 20, NT_GNU_BUILD_ID, "GNU"}. The vDSO images inside have notes of their own, so
  // the section .notes goes first; an arm64 Image has no sections, and its own notes come behind
  // those of the vDSO.
  constexpr std::string_view note("\4\0\0\0\x14\0\0\0\3\0\0\0GNU\0", 16);
  std::string_view content = image.content;
  size_t at = std::string_view::npos;
  if (const auto* notes = image.section(".notes")) {
    at = content.substr(0, notes->offset + notes->size).find(note, notes->offset);
  } else if (!image.is_elf) {
    at = content.rfind(note);
  }
  if (at == std::string_view::npos || at + 36 > content.size()) return {};
  return hex(content.substr(at + 16, 20));
}

Result<void> read_content(KernelImage& image) {
  if (image.content.starts_with("\177ELF")) {
    LODESTONE_TRY(read_elf(image));
  } else if (std::string_view(image.content).substr(0x38, 4) == "ARM\x64") {
    read_arm64_image(image);
  } else {
    return no_kernel("what is packed inside is neither an ELF file nor an arm64 Image");
  }
  image.banner = find_banner(image.content);
  if (image.banner.empty()) return no_kernel("there is no 'Linux version' text inside");
  std::string_view rest = std::string_view(image.banner).substr(14);
  image.release = rest.substr(0, rest.find(' '));
  image.build_id = find_build_id(image);
  return {};
}

Result<KernelImage> read_bzimage(std::string_view file) {
  KernelImage image;
  image.format = "bzImage";
  image.bootable = true;
  if (load<uint16_t>(file, 0x206) < 0x208)
    return fail(ErrorCode::unsupported, "the boot protocol of this bzImage is too old",
                "it is older than 2.08 (Linux 2.6.26)");
  if (load<uint16_t>(file, 0x236) != 0 && !(load<uint16_t>(file, 0x236) & 1))
    return fail(ErrorCode::unsupported, "this kernel is for 32-bit x86", "its boot header says so",
                "x86-64 and arm64 are known");
  size_t setup = file[0x1f1] == 0 ? 4 : static_cast<unsigned char>(file[0x1f1]);
  size_t at = (setup + 1) * 512 + load<uint32_t>(file, 0x248);
  size_t length = load<uint32_t>(file, 0x24c);
  if (at > file.size() || length > file.size() - at)
    return cut_kernel("the packed kernel ends behind the end of the file");
  std::string_view payload = file.substr(at, length);
  image.compression = compression_of(payload);
  if (image.compression == Compression::none) {
    image.content = std::string(payload);
  } else {
    LODESTONE_ASSIGN(image.content, decompress(payload));
  }
  LODESTONE_TRY(read_content(image));
  return image;
}

Result<KernelImage> read_zboot(std::string_view file) {
  KernelImage image;
  image.format = "EFI zboot";
  image.bootable = true;
  size_t at = load<uint32_t>(file, 8);
  size_t length = load<uint32_t>(file, 12);
  if (at > file.size() || length > file.size() - at)
    return cut_kernel("the packed kernel ends behind the end of the file");
  std::string_view payload = file.substr(at, length);
  image.compression = compression_of(payload);
  LODESTONE_ASSIGN(image.content, decompress(payload));
  LODESTONE_TRY(read_content(image));
  return image;
}

}  // namespace

const char* name_of(Architecture architecture) {
  return architecture == Architecture::x86_64 ? "x86_64" : "arm64";
}

std::string_view KernelImage::bytes_at(uint64_t address) const {
  for (const Section& section : sections) {
    if (!section.has_content || section.address == 0) continue;
    if (address >= section.address && address - section.address < section.size)
      return std::string_view(content).substr(section.offset + (address - section.address),
                                              section.size - (address - section.address));
  }
  return {};
}

const KernelImage::Section* KernelImage::section(std::string_view name) const {
  for (const Section& section : sections)
    if (section.name == name) return &section;
  return nullptr;
}

Result<KernelImage> read_kernel_image(std::string_view file) {
  if (file.size() < 1024)
    return no_kernel("the file has only " + std::to_string(file.size()) + " bytes");
  if (file.starts_with("MZ") && file.substr(4, 4) == "zimg") return read_zboot(file);
  if (load<uint16_t>(file, 0x1fe) == 0xaa55 && file.substr(0x202, 4) == "HdrS")
    return read_bzimage(file);
  KernelImage image;
  if (file.substr(0x38, 4) == "ARM\x64") {
    image.format = "arm64 Image";
    image.bootable = true;
    image.content = std::string(file);
    // The size in the header covers .bss; the file ends where initialised data do, so only a gross
    // cut shows.
    if (load<uint64_t>(file, 0x10) > file.size() * 4)
      return cut_kernel("its header speaks of " + std::to_string(load<uint64_t>(file, 0x10)) +
                        " bytes");
  } else if (file.starts_with("\177ELF")) {
    image.format = "ELF";
    image.content = std::string(file);
  } else if (compression_of(file) != Compression::none) {
    LODESTONE_ASSIGN(std::string unpacked, decompress(file));
    if (compression_of(unpacked) != Compression::none && !unpacked.starts_with("MZ"))
      return no_kernel("it is packed twice");
    LODESTONE_ASSIGN(image, read_kernel_image(unpacked));
    image.compression = compression_of(file);
    return image;
  } else {
    return no_kernel("its first bytes are those of no known kind of kernel");
  }
  LODESTONE_TRY(read_content(image));
  return image;
}

Result<KernelImage> load_kernel_image(const std::string& path) {
  LODESTONE_ASSIGN(std::string file, read_file(path));
  auto image = read_kernel_image(file);
  if (!image) {
    Error error = image.error();
    error.what = path + ": " + error.what;
    return tl::unexpected<Error>(std::move(error));
  }
  return image;
}

std::optional<KernelImage> vdso_of(const KernelImage& image) {
  constexpr size_t page = 4096, largest = 1 << 20;
  for (const KernelImage::Section& section : image.sections) {
    if (!section.has_content || section.address == 0 || section.executable != !image.is_elf)
      continue;
    const std::string_view bytes =
        std::string_view(image.content).substr(section.offset, section.size);
    // It is mapped into processes, so it begins on a page.
    for (size_t at = (page - section.address % page) % page; at < bytes.size(); at += page) {
      if (!bytes.substr(at).starts_with("\177ELF")) continue;
      const auto header = load<Elf64_Ehdr>(bytes, at);
      const uint64_t table = uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
      if (header.e_type != ET_DYN || header.e_shoff > largest) continue;
      KernelImage vdso;
      vdso.format = "vDSO";
      vdso.content = bytes.substr(at, header.e_shoff + table);
      if (vdso.content.find("linux-vdso.so") != std::string::npos && read_elf(vdso) &&
          vdso.architecture == image.architecture)
        return vdso;
    }
  }
  return std::nullopt;
}

Result<SymbolMap> symbols_of(const KernelImage& image) {
  if (image.section(".symtab") != nullptr) return symbols_from_elf(image.content);
  return decode_kallsyms(image);
}

std::optional<std::string> symbols_mismatch(const KernelImage& image, const SymbolMap& symbols) {
  size_t text = 0;
  size_t outside = 0;
  for (const Symbol& symbol : symbols.symbols()) {
    if ((symbol.type != 't' && symbol.type != 'T') || !symbol.module.empty()) continue;
    ++text;
    bool inside =
        std::any_of(image.sections.begin(), image.sections.end(), [&](const auto& section) {
          return section.address != 0 && symbol.address >= section.address &&
                 symbol.address <= section.address + section.size;
        });
    outside += !inside;
  }
  if (text == 0) return "there is no function among the symbols";
  if (outside * 100 > text)
    return std::to_string(outside) + " of " + std::to_string(text) +
           " functions lie outside the sections of the image";
  auto own = symbols_of(image);
  if (!own) return std::nullopt;
  size_t compared = 0;
  size_t different = 0;
  size_t missing = 0;
  for (const Symbol& symbol : own->symbols()) {
    if (symbol.type != 'T' || own->count(symbol.name) != 1) continue;
    missing += symbols.count(symbol.name) == 0;
    if (symbols.count(symbol.name) != 1) continue;
    ++compared;
    different += symbols.find(symbol.name)->address != symbol.address;
  }
  if (compared == 0) return "they share no function's name with the image's own symbols";
  if (different > 0)
    return std::to_string(different) + " of " + std::to_string(compared) +
           " functions lie elsewhere in the image";
  if (missing * 100 > compared)
    return std::to_string(missing) + " of " + std::to_string(compared + missing) +
           " functions of the image are not among them: they may be cut off";
  return std::nullopt;
}

}  // namespace lodestone
