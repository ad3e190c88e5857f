// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/instructions.h"

#include <algorithm>
#include <cstring>

#include "exact/plugin/register_only.h"

namespace lodestone::exact {
namespace {

// __switch_to_asm (arch/x86/entry/entry_64.S): mov %rsp,d(%rdi) saves the stack of the task that
// leaves, mov d(%rsi),%rsp loads that of the next; d is the offset of thread.sp, so the address
// names the task.
Action task_switch_x86(const Instruction& instruction) {
  const auto& b = instruction.bytes;
  if (b[0] != 0x48) return Action::none;
  if (b[1] == 0x89 && (b[2] == 0xa7 || b[2] == 0x67)) return Action::switch_store;
  if (b[1] == 0x8b && (b[2] == 0xa6 || b[2] == 0x66)) return Action::switch_load;
  return Action::none;
}

// cpu_switch_to (arch/arm64/kernel/entry.S): the first stp x19,x20,[x8],#16 and the first ldp of
// the same registers.
Action task_switch_arm64(uint32_t word) {
  if (word == 0xa8815113) return Action::switch_store;
  if (word == 0xa8c15113) return Action::switch_load;
  return Action::none;
}

bool uses_stack(const Instruction& instruction) {
  size_t at = 0;
  while (at + 1 < instruction.size &&
         ((instruction.bytes[at] & 0xf0) == 0x40 || instruction.bytes[at] == 0xf3))
    ++at;
  const uint8_t opcode = instruction.bytes[at];
  return (opcode >= 0x50 && opcode <= 0x5f) || opcode == 0xe8 || opcode == 0xc3 || opcode == 0x68 ||
         opcode == 0x6a;
}

uint64_t jump_target(const Instruction& instruction) {
  int32_t displacement = 0;
  if (instruction.bytes[0] != 0xe9) return 0;
  std::memcpy(&displacement, instruction.bytes.data() + 1, 4);
  return instruction.address + 5 + static_cast<uint64_t>(static_cast<int64_t>(displacement));
}

}  // namespace

void Instructions::classify(Instruction& instruction, const Instruction* previous) const {
  const uint64_t address = instruction.address;
  instruction.flow = flow_of(machine_, instruction.bytes.data(), instruction.size);
  if (!instruction.kernel) {
    instruction.mark =
        static_cast<uint16_t>(mark_of(machine_, instruction.bytes.data(), instruction.size));
    if (instruction.mark != 0) instruction.action = Action::mark;
    return;
  }
  auto found = plan_.events.find(address);
  if (found != plan_.events.end()) {
    instruction.action = Action::event;
    instruction.event = found->second;
  } else if (plan_.stubs.holds(address)) {
    // Each stub is {endbr64,} push, jmp: its first instruction is where the interrupt begins.
    bool first =
        previous == nullptr || !plan_.stubs.holds(previous->address) || is_branch(previous->flow);
    if (first && !is_branch(instruction.flow)) {
      instruction.action = Action::event;
      instruction.event = Event::interrupt;
    }
  } else if (plan_.vectors.holds(address) && ((address - plan_.vectors.begin) & 0x7f) == 0) {
    // arch/arm64/kernel/entry.S: sixteen vectors of 128 bytes, in fours: sync, irq, fiq, error.
    instruction.action = Action::event;
    instruction.event =
        (((address - plan_.vectors.begin) >> 7) & 3) == 0 ? Event::exception : Event::interrupt;
  } else if (plan_.entry.holds(address) && instruction.flow == Flow::exception_return) {
    instruction.action = Action::exception_return;
  } else if (instruction.flow == Flow::system_return) {
    instruction.action = Action::system_return;
  } else if (plan_.task_switch.holds(address)) {
    uint32_t word = 0;
    std::memcpy(&word, instruction.bytes.data(), 4);
    instruction.action =
        machine_ == Machine::x86_64 ? task_switch_x86(instruction) : task_switch_arm64(word);
  } else if (plan_.softirq.holds(address) && leaves_function(instruction)) {
    instruction.action = Action::softirq_return;
  }
  if (plan_.return_thunk != 0 && instruction.flow == Flow::jump &&
      jump_target(instruction) == plan_.return_thunk)
    instruction.flow = Flow::ret;
}

// At boot the kernel rewrites each return as its mitigations want it, some by where in a line of
// the cache they stand (arch/x86/kernel/alternative.c, apply_returns).
bool Instructions::leaves_function(const Instruction& instruction) const {
  if (instruction.flow == Flow::ret) return true;
  const uint64_t target = jump_target(instruction);
  if (target == 0) return false;
  const auto& thunks = plan_.mitigated_returns;
  return target == plan_.return_thunk ||
         std::find(thunks.begin(), thunks.end(), target) != thunks.end();
}

Instruction& Instructions::intern(uint64_t address, const uint8_t* bytes, size_t size,
                                  const Instruction* previous) {
  if (size > 16) size = 16;
  if (previous == nullptr) per_cpu_.begin_block();
  const uint64_t variable = address >> 63 ? per_cpu_.next(address, bytes, size) : 0;
  uint32_t& start = chain_start_[(address * 0x9e3779b97f4a7c15) >> 48];
  for (uint32_t slot = start; slot != ~0u; slot = chain_next_[slot]) {
    Instruction& known = all_[slot];
    if (known.address != address || known.size != size ||
        std::memcmp(known.bytes.data(), bytes, size) != 0)
      continue;
    // In a block that began elsewhere, less may have been known.
    if (known.per_cpu_variable == 0) known.per_cpu_variable = variable;
    return known;
  }
  Instruction& made = all_.emplace_back();
  made.address = address;
  made.size = static_cast<uint8_t>(size);
  std::memcpy(made.bytes.data(), bytes, size);
  made.kernel = address >> 63;
  made.register_only = is_register_only(machine_, bytes, size);
  made.slot = static_cast<uint32_t>(all_.size() - 1);
  made.per_cpu_variable = variable;
  made.uses_stack = machine_ == Machine::x86_64 && uses_stack(made);
  made.symbol = plan_.symbol_at(address);
  classify(made, previous);
  chain_next_.push_back(start);
  start = made.slot;
  return made;
}

}  // namespace lodestone::exact
