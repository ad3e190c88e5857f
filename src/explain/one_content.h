// SPDX-License-Identifier: GPL-2.0-or-later
// One kernel in two forms: a packed image and the vmlinux that it was made from hold the same
// bytes, but not the same symbols and types.
#pragma once

#include "explain/side.h"

namespace lodestone::explain {

// Every byte that is loaded is the same at the same address.
bool same_content(const KernelImage& base, const KernelImage& next);

// What is known of the one is true of the other: gives both sides the symbols, types and settings
// of the one that has more of them, so that no form's ignorance looks like a change.
void share_knowledge(Side& base, Side& next);

}  // namespace lodestone::explain
