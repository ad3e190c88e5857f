// SPDX-License-Identifier: GPL-2.0-or-later
// Which of a path's kernel instructions only get into the kernel and out of it again.
#pragma once

#include <cstdint>

#include "exact/counts.h"
#include "exact/function_names.h"

namespace lodestone::exact {

struct SourceCounts {
  uint64_t entry = 0;  // from the system call's or exception's first instruction to its handler
  uint64_t exit = 0;   // from there back to user mode
  uint64_t work = 0;   // the rest
};

SourceCounts sources_of(const Path& path, const Counts& counts, const FunctionNames& names);

}  // namespace lodestone::exact
