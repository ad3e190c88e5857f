// SPDX-License-Identifier: GPL-2.0-or-later
// The vDSO: code of the kernel's that programs execute in user mode to ask for the time, without a
// system call. Each image carries it as an ELF file of its own.
#pragma once

#include "explain/code/code_difference.h"
#include "explain/matching.h"
#include "explain/side.h"

namespace lodestone::explain {

struct VdsoDifference {
  Side base, next;  // `code` has views into them
  Matching matching;
  CodeDifference code;  // done: both images have one
};

VdsoDifference compare_vdso(const KernelImage& base, const KernelImage& next);

}  // namespace lodestone::explain
