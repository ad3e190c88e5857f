// SPDX-License-Identifier: GPL-2.0-or-later
// What the modules for the interface versions have in common. A module defines qemu_plugin_version
// and gives what differs in a Backend.
#pragma once

#include <string>
#include <vector>

#include "exact/plugin/api.h"
#include "exact/plugin/counter.h"

namespace lodestone::exact {

struct Backend {
  // Copies the instruction's bytes (at most 16); their number.
  size_t (*read)(const qemu_plugin_insn* insn, uint8_t* bytes);
  // Adds the amount to the counter of that index at each execution, without a call. Used with one
  // processor only.
  void (*add)(qemu_plugin_insn* insn, uint32_t index, uint64_t amount);
  // The counters of each processor: first_slot + `capacity` zeros.
  std::string (*allocate)(int processors, size_t capacity, std::vector<uint64_t*>& counters);
  size_t capacity = 0;  // stretches
  // Where the first processor's counters are, for interfaces that know it only when the machine
  // runs; may be null.
  uint64_t* (*find)() = nullptr;
  // QEMU 9 and later build the number of the processor that translates into a block, which others
  // then execute, too. With several processors this tells at the start of each block which one runs
  // (any value that differs); may be null.
  uint64_t (*identity)() = nullptr;
};

// qemu_plugin_install(): 0, or -1 after a message.
int install(const Backend& backend, qemu_plugin_id_t id, const qemu_info_t* info, int argc,
            char** argv);

}  // namespace lodestone::exact
