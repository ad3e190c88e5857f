// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstddef>
#include <cstdint>

#include "sys/btf.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto table =
      lodestone::read_btf(std::string_view(reinterpret_cast<const char*>(data), size));
  if (table)
    for (const lodestone::StructLayout& layout : table->structs)
      if (table->find(layout.name) == nullptr) __builtin_trap();
  return 0;
}
