// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return lodestone::fuzz_reader("phoronix-text", data, size);
}
