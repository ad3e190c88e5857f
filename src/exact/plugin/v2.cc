// SPDX-License-Identifier: GPL-2.0-or-later
// Interface versions 2 and later (QEMU 9.0 and up): inline additions to scoreboards, which have a
// part for each processor. From version 3 on an instruction's bytes are copied instead of shown.
#include <cstring>

#include "exact/plugin/backend.h"

extern "C" {
struct qemu_plugin_scoreboard;
struct qemu_plugin_u64 {
  qemu_plugin_scoreboard* score;
  size_t offset;
};
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64, QEMU_PLUGIN_INLINE_STORE_U64 };
// Version 2: const void* (insn). Called by the version that runs.
size_t qemu_plugin_insn_data(const qemu_plugin_insn*, void*, size_t);
struct qemu_plugin_register;
struct qemu_plugin_reg_descriptor {
  qemu_plugin_register* handle;
  const char* name;
  const char* feature;
};
// GLib's, which the emulator is linked to.
struct GArray {
  char* data;
  unsigned len;
};
struct GByteArray {
  uint8_t* data;
  unsigned len;
};
GByteArray* g_byte_array_new();
GByteArray* g_byte_array_set_size(GByteArray*, unsigned);
GArray* qemu_plugin_get_registers();
int qemu_plugin_read_register(qemu_plugin_register*, GByteArray*);
void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, unsigned));
qemu_plugin_scoreboard* qemu_plugin_scoreboard_new(size_t);
void* qemu_plugin_scoreboard_find(qemu_plugin_scoreboard*, unsigned);
void qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(qemu_plugin_insn*, qemu_plugin_op,
                                                         qemu_plugin_u64, uint64_t);
__attribute__((visibility("default"))) extern const int qemu_plugin_version;
const int qemu_plugin_version = 2;
__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t, const qemu_info_t*,
                                                               int, char**);
}

namespace {

qemu_plugin_scoreboard* score = nullptr;
bool bytes_are_copied = false;

size_t read(const qemu_plugin_insn* insn, uint8_t* bytes) {
  size_t size = qemu_plugin_insn_size(insn);
  if (size > 16) size = 16;
  if (bytes_are_copied) return qemu_plugin_insn_data(insn, bytes, size);
  auto shown = reinterpret_cast<const void* (*)(const qemu_plugin_insn*)>(
      reinterpret_cast<void (*)()>(&qemu_plugin_insn_data));
  std::memcpy(bytes, shown(insn), size);
  return size;
}

void add(qemu_plugin_insn* insn, uint32_t index, uint64_t amount) {
  qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn, QEMU_PLUGIN_INLINE_ADD_U64,
                                                      {score, index * sizeof(uint64_t)}, amount);
}

std::string allocate(int processors, size_t capacity, std::vector<uint64_t*>& counters) {
  size_t size = (lodestone::exact::first_slot + capacity) * sizeof(uint64_t);
  if (processors == 1) {
    score = qemu_plugin_scoreboard_new(size);
    counters.push_back(nullptr);  // a processor's part can be found only once it exists
    return {};
  }
  // Additions to a scoreboard crash QEMU 10.0 with several processors; calls count there, in memory
  // of our own.
  for (int i = 0; i < processors; ++i) counters.push_back(new uint64_t[size / sizeof(uint64_t)]());
  return {};
}

qemu_plugin_register* gs_bases[2] = {nullptr, nullptr};
GByteArray* buffer = nullptr;

void on_processor(qemu_plugin_id_t, unsigned) {
  if (buffer != nullptr) return;
  buffer = g_byte_array_new();
  GArray* registers = qemu_plugin_get_registers();
  auto* list = reinterpret_cast<qemu_plugin_reg_descriptor*>(registers->data);
  for (unsigned i = 0; i < registers->len; ++i) {
    if (std::strcmp(list[i].name, "gs_base") == 0) gs_bases[0] = list[i].handle;
    if (std::strcmp(list[i].name, "k_gs_base") == 0) gs_bases[1] = list[i].handle;
  }
}

// x86-64: one of the two GS bases is the kernel's, the address of the processor's own data.
uint64_t identity() {
  for (qemu_plugin_register* base : gs_bases) {
    uint64_t value = 0;
    g_byte_array_set_size(buffer, 0);
    if (base != nullptr && qemu_plugin_read_register(base, buffer) >= 8)
      std::memcpy(&value, buffer->data, 8);
    if (value >> 63) return value;
  }
  return 0;
}

uint64_t* find() {
  return static_cast<uint64_t*>(qemu_plugin_scoreboard_find(score, 0));
}

}  // namespace

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv) {
  bytes_are_copied = info->version.cur >= 3;
  if (info->system.max_vcpus > 1) qemu_plugin_register_vcpu_init_cb(id, on_processor);
  // A scoreboard has room for sixteen processors at least, all of it filled with zeros.
  return lodestone::exact::install({read, add, allocate, size_t{1} << 19, find, identity}, id, info,
                                   argc, argv);
}
