// SPDX-License-Identifier: GPL-2.0-or-later
// Which instructions access a per-CPU variable whose linked address the code itself shows. What
// they access tells where the processor's own copy of the section lies, without reading a register.
#pragma once

#include <array>

#include "exact/plugin/decode.h"

namespace lodestone::exact {

class PerCpuAccesses {
 public:
  explicit PerCpuAccesses(Machine machine) : machine_(machine) {}

  // Nothing is known of the registers where a translated block begins.
  void begin_block() { registers_ = {}; }
  // Follows one instruction of the block after the other. The linked address of the per-CPU
  // variable that it accesses, or 0.
  uint64_t next(uint64_t address, const uint8_t* bytes, size_t size);

 private:
  // What arm64 code has put together: an address of the image, the processor's offset, or their
  // sum.
  enum class Known : uint8_t { nothing, address, offset, sum };
  struct Register {
    Known known = Known::nothing;
    uint64_t value = 0;  // of the address, with what was added
  };

  uint64_t next_arm64(uint64_t address, uint32_t word);
  static Register added(const Register& a, const Register& b);

  Machine machine_;
  std::array<Register, 32> registers_{};
};

}  // namespace lodestone::exact
