// SPDX-License-Identifier: GPL-2.0-or-later
// The plugin's core, the same for every interface version: what to install on a translated
// instruction, and what to do when one with an action is executed.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "exact/plugin/instructions.h"
#include "exact/plugin/memory.h"
#include "exact/plugin/recorder.h"
#include "exact/plugin/stretches.h"
#include "exact/plugin/tracker.h"

namespace lodestone::exact {

class Counter {
 public:
  // `counters[n]` are processor n's: first_slot + capacity numbers, zero.
  Counter(Machine machine, Plan plan, const std::vector<uint64_t*>& counters, size_t capacity);
  ~Counter();
  // An error text, or empty.
  std::string open();

  Machine machine() const { return machine_; }
  const Plan& plan() const { return plan_; }
  bool full() const { return stretches_.size() + 1 >= capacity_; }
  Instruction& intern(uint64_t address, const uint8_t* bytes, size_t size,
                      const Instruction* previous) {
    return instructions_.intern(address, bytes, size, previous);
  }
  const Stretch& intern(std::span<const Instruction* const> instructions) {
    return stretches_.intern(instructions);
  }

  // An instruction with an action is about to be executed. True: the mark to prepare was met, start
  // counting.
  bool on_action(unsigned processor, const Instruction& instruction);
  void on_switch_access(unsigned processor, const Instruction& instruction, uint64_t address);
  // A load or store of `size` bytes, when memory is counted.
  void on_access(unsigned processor, const Instruction& instruction, uint64_t address,
                 unsigned size, bool store);
  // The first processor's counters lie here.
  void place_counters(uint64_t* counters) { processors_[0]->recorder.place_counters(counters); }
  // The emulator ends.
  void finish();

 private:
  struct Processor {
    Processor(Tasks& tasks, const Instructions& instructions, const Stretches& stretches,
              uint64_t* counters)
        : tracker(tasks), recorder(instructions, stretches, counters) {}
    Tracker tracker;
    Recorder recorder;
  };
  void on_mark(Processor& processor, unsigned number, unsigned mark);
  void write_instructions();

  Machine machine_;
  Plan plan_;
  Instructions instructions_;
  Stretches stretches_;
  Tasks tasks_;
  size_t capacity_;
  std::unique_ptr<Memory> memory_;  // nothing when only instructions are counted
  std::vector<std::unique_ptr<Processor>> processors_;
  std::FILE* out_ = nullptr;
};

}  // namespace lodestone::exact
