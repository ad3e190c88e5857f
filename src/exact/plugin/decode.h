// SPDX-License-Identifier: GPL-2.0-or-later
// As much of an instruction as counting needs: is it a branch, a mark, a return from an exception?
#pragma once

#include <cstddef>
#include <cstdint>

namespace lodestone::exact {

enum class Flow : uint8_t {
  none,
  conditional,  // jcc, loop, jrcxz; b.cond, cbz, tbz
  jump,         // direct
  indirect_jump,
  call,  // direct
  indirect_call,
  ret,
  exception_return,  // iretq; eret
  system_return,     // sysretq
};

enum class Machine : uint8_t { x86_64, arm64 };

Flow flow_of(Machine machine, const uint8_t* bytes, size_t size);
// The number of a mark (marker.h), or 0.
unsigned mark_of(Machine machine, const uint8_t* bytes, size_t size);
inline bool is_branch(Flow flow) {
  return flow >= Flow::conditional && flow <= Flow::ret;
}
inline bool is_call(Flow flow) {
  return flow == Flow::call || flow == Flow::indirect_call;
}

}  // namespace lodestone::exact
