// SPDX-License-Identifier: GPL-2.0-or-later
// Decodes the compressed symbol tables that a kernel built with CONFIG_KALLSYMS carries in .rodata
// (scripts/kallsyms.c and kernel/kallsyms.c of Linux, 4.6 and later), so that a stripped kernel of
// a distribution needs neither System.map nor debug package.
#pragma once

#include "base/result.h"
#include "sys/symbol_map.h"

namespace lodestone {

struct KernelImage;

// Per-CPU symbols of x86-64 kernels before 6.15 keep their offset into the per-CPU section as
// address, with type A, as /proc/kallsyms shows them. Sizes are distances. Errors: not_found (no
// tables), unreadable (damaged).
Result<SymbolMap> decode_kallsyms(const KernelImage& image);

}  // namespace lodestone
