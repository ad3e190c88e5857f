// SPDX-License-Identifier: GPL-2.0-or-later
// Every distinct instruction that was translated, with what counting it takes. Code is translated
// again and again, and may be patched: an instruction is known by its address and its bytes
// together.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "exact/plugin/decode.h"
#include "exact/plugin/per_cpu.h"
#include "exact/plugin/plan.h"

namespace lodestone::exact {

// What the plugin does when an instruction is executed, besides counting it.
enum class Action : uint8_t {
  none,
  mark,
  event,
  exception_return,
  system_return,
  softirq_return,
  switch_store,  // its store tells the task that leaves
  switch_load,   // its load tells the task that comes
};

struct Instruction {
  uint64_t address = 0;
  std::array<uint8_t, 16> bytes{};
  uint8_t size = 0;
  bool kernel = false;
  bool register_only = false;  // see register_only.h
  bool uses_stack = false;     // x86-64: by its nature (push, pop, call, ret)
  Flow flow = Flow::none;
  Action action = Action::none;
  Event event = Event::none;
  uint16_t mark = 0;
  uint32_t slot = 0;              // its number
  uint32_t symbol = 0;            // in the plan; ~0: none
  uint64_t per_cpu_variable = 0;  // see per_cpu.h; 0: none
};

class Instructions {
 public:
  Instructions(Machine machine, const Plan& plan)
      : machine_(machine), plan_(plan), per_cpu_(machine) {}

  // `previous` is the instruction before it in the block, or nullptr.
  Instruction& intern(uint64_t address, const uint8_t* bytes, size_t size,
                      const Instruction* previous);
  size_t size() const { return all_.size(); }
  const Instruction& operator[](size_t slot) const { return all_[slot]; }

 private:
  void classify(Instruction& instruction, const Instruction* previous) const;
  bool leaves_function(const Instruction& instruction) const;

  Machine machine_;
  const Plan& plan_;
  PerCpuAccesses per_cpu_;
  std::deque<Instruction> all_;  // by slot; addresses stay
  // Chains of slots by a hash of the address: translating looks here for every instruction.
  std::vector<uint32_t> chain_start_ = std::vector<uint32_t>(size_t{1} << 16, ~0u);
  std::vector<uint32_t> chain_next_;  // by slot
};

}  // namespace lodestone::exact
