// SPDX-License-Identifier: GPL-2.0-or-later
// What is inside a kernel file: the uncompressed kernel of an x86 bzImage
// (Documentation/x86/boot.rst), an EFI zboot image (drivers/firmware/efi/libstub/zboot-header.S),
// an arm64 Image (Documentation/arm64/booting.rst), any of them compressed as a whole, or an ELF
// vmlinux.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sys/decompress.h"
#include "sys/symbol_map.h"

namespace lodestone {

enum class Architecture { x86_64, arm64 };
const char* name_of(Architecture architecture);  // "x86_64", "arm64"

struct KernelImage {
  // A section of the ELF file; one pseudo-section ".image" for an arm64 Image.
  struct Section {
    std::string name;
    uint64_t address = 0;  // 0 when it is not loaded
    uint64_t offset = 0;   // in `content`
    uint64_t size = 0;
    bool executable = false;
    bool has_content = true;  // false: .bss
  };

  Architecture architecture = Architecture::x86_64;
  std::string format;  // "bzImage", "EFI zboot", "arm64 Image", "ELF"
  Compression compression = Compression::none;
  bool bootable = false;  // false: a bare vmlinux, which the emulator's loader does not take
  std::string content;    // the uncompressed kernel: an ELF file, or an arm64 Image
  bool is_elf = false;
  std::vector<Section> sections;
  std::string banner;    // "Linux version 6.1.0 (...) ...", up to its newline; empty if absent
  std::string release;   // "6.1.0-57-cloud-amd64"
  std::string build_id;  // lower-case hex of the GNU build id; empty if absent

  // The loaded bytes at a virtual address, up to the end of their section; empty if there are none.
  std::string_view bytes_at(uint64_t address) const;
  const Section* section(std::string_view name) const;
};

// Errors: unreadable (no kernel, cut, damaged), unsupported (another architecture, bzip2 or lzo
// payload).
Result<KernelImage> read_kernel_image(std::string_view file);
Result<KernelImage> load_kernel_image(const std::string& path);

// The 64-bit vDSO inside: an ELF file of its own (arch/x86/entry/vdso, arch/arm64/kernel/vdso),
// whose addresses count from its start. Nothing where there is none.
std::optional<KernelImage> vdso_of(const KernelImage& image);

// The files of a kernel given as an image, a vmlinux or the top folder of a build tree. In a tree:
// arch/*/boot/bzImage, Image or vmlinuz.efi, vmlinux.unstripped or vmlinux, System.map.
struct KernelFiles {
  std::string image;    // what boots; a vmlinux if nothing else is there
  std::string symbols;  // empty: none found beside it
  std::string vmlinux;  // empty: none
};
Result<KernelFiles> find_kernel_files(const std::string& path);

// The image's symbols in falling order of quality: .symtab, else its kallsyms tables
// (sys/kallsyms.h). Errors: not_found when it has neither.
Result<SymbolMap> symbols_of(const KernelImage& image);
// Whether symbols belong to this very image: code symbols lie in executable sections, and where the
// image has own symbols, the two agree. Nothing if they fit, else the reason.
std::optional<std::string> symbols_mismatch(const KernelImage& image, const SymbolMap& symbols);

}  // namespace lodestone
