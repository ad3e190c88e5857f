// SPDX-License-Identifier: GPL-2.0-or-later
// Interface version 1 (QEMU 4.2 to 8.2): inline additions to plain memory.
#include <sys/mman.h>

#include <cstring>

#include "exact/plugin/backend.h"

extern "C" {
const void* qemu_plugin_insn_data(const qemu_plugin_insn*);
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
void qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_insn*, qemu_plugin_op, void*, uint64_t);
__attribute__((visibility("default"))) extern const int qemu_plugin_version;
const int qemu_plugin_version = 1;
__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t, const qemu_info_t*,
                                                               int, char**);
}

namespace {

uint64_t* first_counters = nullptr;

size_t read(const qemu_plugin_insn* insn, uint8_t* bytes) {
  size_t size = qemu_plugin_insn_size(insn);
  if (size > 16) size = 16;
  std::memcpy(bytes, qemu_plugin_insn_data(insn), size);
  return size;
}

void add(qemu_plugin_insn* insn, uint32_t index, uint64_t amount) {
  qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64,
                                             first_counters + index, amount);
}

std::string allocate(int processors, size_t capacity, std::vector<uint64_t*>& counters) {
  for (int i = 0; i < processors; ++i) {
    void* memory = mmap(nullptr, (lodestone::exact::first_slot + capacity) * sizeof(uint64_t),
                        PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return "there is no memory for the counters";
    counters.push_back(static_cast<uint64_t*>(memory));
  }
  first_counters = counters[0];
  return {};
}

}  // namespace

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv) {
  return lodestone::exact::install({read, add, allocate, size_t{1} << 21}, id, info, argc, argv);
}
