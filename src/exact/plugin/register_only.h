// SPDX-License-Identifier: GPL-2.0-or-later
// Instructions that work on registers alone: they can neither fault nor branch nor access memory,
// so whatever follows one of them is executed as often as it is.
#pragma once

#include "exact/plugin/decode.h"

namespace lodestone::exact {

// False also for many that do no harm but are rare: only what is listed is known.
bool is_register_only(Machine machine, const uint8_t* bytes, size_t size);

}  // namespace lodestone::exact
