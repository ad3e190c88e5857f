// SPDX-License-Identifier: GPL-2.0-or-later
// Struct layouts from the DWARF of an unstripped vmlinux, for kernels without BTF.
#pragma once

#include <string_view>

#include "base/result.h"
#include "sys/btf.h"

namespace lodestone {

// The named structs and unions of all compile units, one of each name; names that stand for structs
// of several sizes are left out. Errors: not_found (no .debug_info), unreadable (damaged).
Result<TypeTable> read_dwarf_types(std::string_view elf_file);

}  // namespace lodestone
