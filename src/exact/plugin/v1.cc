// SPDX-License-Identifier: GPL-2.0-or-later
// Interface version 1 (QEMU 4.2 to 8.2): inline additions to plain memory. One thread runs all
// processors, but nothing tells which one runs, so with several processors every instruction has a
// callback instead.
#include <sys/mman.h>

#include <cstring>
#include <memory>

#include "exact/plugin/api.h"
#include "exact/plugin/counter.h"

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

using namespace lodestone::exact;

// Never freed: the emulator calls back after the module's destructors would have run.
Counter* counter = nullptr;
std::vector<uint64_t*>& counters = *new std::vector<uint64_t*>;
qemu_plugin_id_t plugin;
bool counting = false;

void at_exit(qemu_plugin_id_t, void*) {
  counter->finish();
}
void translate(qemu_plugin_id_t, qemu_plugin_tb* block);

void start_counting(qemu_plugin_id_t id) {
  counting = true;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, at_exit, nullptr);
}

void on_action(unsigned processor, void* data) {
  bool prepare = counter->on_action(processor, *static_cast<const Instruction*>(data));
  if (prepare && !counting) qemu_plugin_reset(plugin, start_counting);
}

void on_switch(unsigned processor, qemu_plugin_meminfo_t, uint64_t address, void* data) {
  counter->on_switch_access(processor, *static_cast<const Instruction*>(data), address);
}

void on_instruction(unsigned processor, void* data) {
  const auto& instruction = *static_cast<const Instruction*>(data);
  uint64_t* counts = counters[processor];
  bool user = !instruction.kernel;
  ++counts[first_slot + instruction.slot];
  ++counts[kernel_instructions + user];
  if (is_branch(instruction.flow)) ++counts[kernel_branches + user];
  if (is_call(instruction.flow)) ++counts[kernel_calls + user];
}

void add(qemu_plugin_insn* insn, uint32_t index) {
  qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, counters[0] + index,
                                             1);
}

void count(qemu_plugin_insn* insn, Instruction& instruction) {
  if (instruction.action == Action::mark) return;
  if (counters.size() > 1) {
    qemu_plugin_register_vcpu_insn_exec_cb(insn, on_instruction, QEMU_PLUGIN_CB_NO_REGS,
                                           &instruction);
    return;
  }
  uint32_t user = !instruction.kernel;
  add(insn, first_slot + instruction.slot);
  add(insn, kernel_instructions + user);
  if (is_branch(instruction.flow)) add(insn, kernel_branches + user);
  if (is_call(instruction.flow)) add(insn, kernel_calls + user);
}

void translate(qemu_plugin_id_t, qemu_plugin_tb* block) {
  const Instruction* previous = nullptr;
  size_t size = qemu_plugin_tb_n_insns(block);
  for (size_t i = 0; i < size; ++i) {
    qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(block, i);
    uint64_t address = qemu_plugin_insn_vaddr(insn);
    const auto* bytes = static_cast<const uint8_t*>(qemu_plugin_insn_data(insn));
    size_t length = qemu_plugin_insn_size(insn);
    if (!counting && mark_of(counter->machine(), bytes, length) == 0) continue;
    if (counter->full()) return;
    Instruction& instruction = counter->intern(address, bytes, length, previous);
    previous = &instruction;
    switch (instruction.action) {
      case Action::none:
        break;
      case Action::switch_store:
      case Action::switch_load:
        qemu_plugin_register_vcpu_mem_cb(insn, on_switch, QEMU_PLUGIN_CB_NO_REGS,
                                         QEMU_PLUGIN_MEM_RW, &instruction);
        break;
      default:
        qemu_plugin_register_vcpu_insn_exec_cb(insn, on_action, QEMU_PLUGIN_CB_NO_REGS,
                                               &instruction);
    }
    if (counting) count(insn, instruction);
  }
}

}  // namespace

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv) {
  plugin = id;
  if (argc < 1 || std::strncmp(argv[0], "plan=", 5) != 0 || !info->system_emulation) {
    qemu_plugin_outs("lodestone: plan= is missing\n");
    return -1;
  }
  Plan plan;
  std::string problem = plan.read(argv[0] + 5);
  for (int i = 0; problem.empty() && i < info->system.max_vcpus; ++i) {
    void* memory = mmap(nullptr, (first_slot + counter_capacity) * sizeof(uint64_t),
                        PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      problem = "there is no memory for the counters";
    else
      counters.push_back(static_cast<uint64_t*>(memory));
  }
  if (problem.empty()) {
    Machine machine =
        std::strcmp(info->target_name, "aarch64") == 0 ? Machine::arm64 : Machine::x86_64;
    counter = new Counter(machine, std::move(plan), counters);
    problem = counter->open();
  }
  if (!problem.empty()) {
    qemu_plugin_outs(("lodestone: " + problem + "\n").c_str());
    return -1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, at_exit, nullptr);
  return 0;
}
