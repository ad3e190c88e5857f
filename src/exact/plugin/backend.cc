// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/backend.h"

#include <cstring>

#include "exact/plugin/marker.h"

namespace lodestone::exact {
namespace {

// Never freed: the emulator calls back after the module's destructors would have run.
Counter* counter = nullptr;
std::vector<uint64_t*>& counters = *new std::vector<uint64_t*>;
Backend backend;
qemu_plugin_id_t plugin;
bool counting = false;
bool memory = false;
// With Backend::identity: what the guest's marks said, and who runs now.
uint64_t identities[LODESTONE_MARK_PROCESSORS];
uint64_t running_identity = 0;
unsigned running = 0;

unsigned actual(unsigned told) {
  return backend.identity != nullptr && counters.size() > 1 ? running : told;
}

void on_block(unsigned, void*) {
  uint64_t identity = backend.identity();
  if (identity == running_identity) return;
  running_identity = identity;
  for (unsigned i = 0; i < counters.size() && i < LODESTONE_MARK_PROCESSORS; ++i)
    if (identities[i] == identity) running = i;
}

void on_processor_mark(unsigned number) {
  identities[number] = running_identity;
  if (number < counters.size()) running = number;
}

void translate(qemu_plugin_id_t, qemu_plugin_tb* block);
void at_exit(qemu_plugin_id_t, void*) {
  counter->finish();
}

void start_counting(qemu_plugin_id_t id) {
  counting = true;
  if (backend.find != nullptr && counters.size() == 1) counter->place_counters(backend.find());
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, at_exit, nullptr);
}

void on_action(unsigned processor, void* data) {
  const auto& instruction = *static_cast<const Instruction*>(data);
  if (instruction.mark >= LODESTONE_MARK_PROCESSOR)
    return on_processor_mark(instruction.mark - LODESTONE_MARK_PROCESSOR);
  bool prepare = counter->on_action(actual(processor), instruction);
  if (prepare && !counting) qemu_plugin_reset(plugin, start_counting);
}

void on_switch(unsigned processor, qemu_plugin_meminfo_t, uint64_t address, void* data) {
  counter->on_switch_access(actual(processor), *static_cast<const Instruction*>(data), address);
}

void on_access(unsigned processor, qemu_plugin_meminfo_t info, uint64_t address, void* data) {
  counter->on_access(actual(processor), *static_cast<const Instruction*>(data), address,
                     1u << qemu_plugin_mem_size_shift(info), qemu_plugin_mem_is_store(info));
}

// With several processors nothing but a call tells which one executes.
void on_stretch(unsigned processor, void* data) {
  const auto& stretch = *static_cast<const Stretch*>(data);
  processor = actual(processor);
  if (processor >= counters.size()) return;
  uint64_t* counts = counters[processor];
  ++counts[first_slot + stretch.index];
  counts[kernel_instructions + stretch.user] += stretch.length();
  counts[kernel_branches + stretch.user] += stretch.branches;
  counts[kernel_calls + stretch.user] += stretch.calls;
}

// Gathers a block's instructions into stretches and has them counted at their first one.
class Gatherer {
 public:
  void take(qemu_plugin_insn* insn, Instruction& instruction) {
    if (instruction.action == Action::mark) return;
    const bool at_page_end = may_leave_page(instruction);
    if (at_page_end) finish();
    if (gathered_.empty()) first_ = insn;
    gathered_.push_back(&instruction);
    if (instruction.register_only && !at_page_end) return;
    if (memory)
      qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                       &instruction);
    finish();
  }
  // What was gathered is counted before anything that follows is done.
  void finish() {
    if (gathered_.empty()) return;
    const Stretch& stretch = counter->intern(gathered_);
    gathered_.clear();
    if (counters.size() > 1) {
      qemu_plugin_register_vcpu_insn_exec_cb(first_, on_stretch, QEMU_PLUGIN_CB_NO_REGS,
                                             const_cast<Stretch*>(&stretch));
      return;
    }
    const uint32_t user = stretch.user;
    backend.add(first_, first_slot + stretch.index, 1);
    backend.add(first_, kernel_instructions + user, stretch.length());
    if (stretch.branches != 0) backend.add(first_, kernel_branches + user, stretch.branches);
    if (stretch.calls != 0) backend.add(first_, kernel_calls + user, stretch.calls);
  }

 private:
  // An instruction that goes on in the next page is left to the next block by the translator, but
  // QEMU 7.2 shows it as part of this one, as far as it was read. It is not executed here.
  static bool may_leave_page(const Instruction& instruction) {
    constexpr uint64_t page = 4096, longest = 15;
    return (instruction.address % page) + longest > page;
  }

  std::vector<const Instruction*> gathered_;
  qemu_plugin_insn* first_ = nullptr;
};
Gatherer& gatherer = *new Gatherer;  // empty between blocks

void translate(qemu_plugin_id_t, qemu_plugin_tb* block) {
  const Instruction* previous = nullptr;
  size_t size = qemu_plugin_tb_n_insns(block);
  // Only the guest's program marks, so the kernel's code is passed over while it boots.
  if (!counting && size > 0 && qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0)) >> 63)
    return;
  if (counting && backend.identity != nullptr && counters.size() > 1)
    qemu_plugin_register_vcpu_tb_exec_cb(block, on_block, QEMU_PLUGIN_CB_R_REGS, nullptr);
  for (size_t i = 0; i < size; ++i) {
    qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(block, i);
    uint8_t bytes[16];
    size_t length = backend.read(insn, bytes);
    if (!counting && mark_of(counter->machine(), bytes, length) == 0) continue;
    if (counter->full()) break;
    Instruction& instruction =
        counter->intern(qemu_plugin_insn_vaddr(insn), bytes, length, previous);
    previous = &instruction;
    if (instruction.action != Action::none) gatherer.finish();
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
    if (counting) gatherer.take(insn, instruction);
  }
  gatherer.finish();
}

}  // namespace

int install(const Backend& given, qemu_plugin_id_t id, const qemu_info_t* info, int argc,
            char** argv) {
  backend = given;
  plugin = id;
  if (argc < 1 || std::strncmp(argv[0], "plan=", 5) != 0 || !info->system_emulation) {
    qemu_plugin_outs("lodestone: plan= is missing\n");
    return -1;
  }
  Plan plan;
  std::string problem = plan.read(argv[0] + 5);
  if (problem.empty())
    problem = backend.allocate(info->system.max_vcpus, backend.capacity, counters);
  if (problem.empty()) {
    Machine machine =
        std::strcmp(info->target_name, "aarch64") == 0 ? Machine::arm64 : Machine::x86_64;
    memory = plan.count != Count::instructions;
    counter = new Counter(machine, std::move(plan), counters, backend.capacity);
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

}  // namespace lodestone::exact
