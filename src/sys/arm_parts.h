// SPDX-License-Identifier: GPL-2.0-or-later
// Names of ARM64 processors by the implementer and part numbers of MIDR_EL1
// (arch/arm64/include/asm/cputype.h and the vendors' technical reference manuals).
#pragma once

#include <string>

namespace lodestone {

// "ARM Neoverse-N1"; "ARM part 0xabc" or "implementer 0x99 part 0xabc" for what the table does not
// hold.
std::string arm_processor_name(unsigned implementer, unsigned part);

}  // namespace lodestone
