// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/counter.h"

#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <utility>

#include "exact/plugin/marker.h"

namespace lodestone::exact {

Counter::Counter(Machine machine, Plan plan, const std::vector<uint64_t*>& counters,
                 size_t capacity)
    : machine_(machine),
      plan_(std::move(plan)),
      instructions_(machine, plan_),
      capacity_(capacity) {
  if (plan_.count != Count::instructions)
    memory_ = std::make_unique<Memory>(plan_, static_cast<unsigned>(counters.size()));
  for (uint64_t* counts : counters)
    processors_.push_back(std::make_unique<Processor>(tasks_, instructions_, stretches_, counts));
}

Counter::~Counter() {
  if (out_ != nullptr) std::fclose(out_);
}

std::string Counter::open() {
  out_ = std::fopen(plan_.output.c_str(), "we");
  if (out_ == nullptr) return std::string("the output cannot be opened: ") + std::strerror(errno);
  std::fprintf(out_, "lodestone-counts 1\n");
  return {};
}

bool Counter::on_action(unsigned number, const Instruction& instruction) {
  if (number >= processors_.size()) return false;
  Processor& processor = *processors_[number];
  if (instruction.action == Action::mark) {
    if (instruction.mark == LODESTONE_MARK_PREPARE) return true;
    on_mark(processor, number, instruction.mark);
    return false;
  }
  Cause before = processor.tracker.cause();
  switch (instruction.action) {
    case Action::event:
      processor.tracker.on_event(instruction.event);
      break;
    case Action::exception_return:
      processor.tracker.on_exception_return();
      break;
    case Action::system_return:
      processor.tracker.on_system_return();
      break;
    case Action::softirq_return:
      processor.tracker.on_softirq_return();
      break;
    default:
      break;
  }
  if (processor.tracker.cause() != before) processor.recorder.cause_changes(before);
  return false;
}

void Counter::on_mark(Processor& processor, unsigned number, unsigned mark) {
  Cause before = processor.tracker.cause();
  processor.tracker.claim();
  if (processor.tracker.cause() != before) processor.recorder.cause_changes(before);
  Cause cause = processor.tracker.cause();
  switch (mark) {
    case LODESTONE_MARK_SECTION: {
      bool first = true;
      for (const auto& other : processors_) first = first && !other->recorder.in_section();
      if (memory_ && first) memory_->section_begins();
      processor.recorder.section_begins();
      break;
    }
    case LODESTONE_MARK_END: {
      if (!processor.recorder.in_section()) break;
      processor.recorder.section_ends(out_, number, cause);
      // Lines belong to all processors: the last one to end writes them.
      bool last = true;
      for (const auto& other : processors_) last = last && !other->recorder.in_section();
      if (memory_ && last) memory_->write(out_, instructions_);
      std::fprintf(out_, "section_end\n");
      std::fflush(out_);
      break;
    }
    case LODESTONE_MARK_BEGIN_OP:
      processor.recorder.operation_begins(cause);
      break;
    case LODESTONE_MARK_END_OP:
      processor.recorder.operation_ends(cause);
      break;
    default:
      break;
  }
}

void Counter::on_switch_access(unsigned number, const Instruction& instruction, uint64_t address) {
  if (number >= processors_.size()) return;
  Tracker& tracker = processors_[number]->tracker;
  if (instruction.action == Action::switch_store)
    tracker.on_switch_store(address);
  else
    tracker.on_switch_load(address);
}

void Counter::on_access(unsigned number, const Instruction& instruction, uint64_t address,
                        unsigned size, bool store) {
  if (number >= processors_.size()) return;
  Processor& processor = *processors_[number];
  Recorder& recorder = processor.recorder;
  bool own = processor.tracker.cause() == Cause::own;
  bool user = !instruction.kernel;
  // Sharing is about everything that the kernel does meanwhile, the rest about the workload's own
  // operations.
  bool counted = plan_.count == Count::sharing ? recorder.in_section() && !user
                                               : recorder.in_operation() && own;
  uint64_t operation = recorder.in_operation() && own
                           ? recorder.operation_number() * processors_.size() + number
                           : 0;
  Memory::Effect effect =
      memory_->access(number, instruction, address, size, store, operation, counted);
  if (!recorder.in_operation()) return;
  recorder.add((store ? kernel_stores : kernel_loads) + user, 1);
  if (effect.new_line) recorder.add(kernel_lines + user, 1);
  if (effect.new_pair) recorder.add(kernel_pairs + user, 1);
  if (effect.miss) recorder.add(kernel_misses + user, 1);
}

void Counter::write_instructions() {
  for (size_t slot = 0; slot < instructions_.size(); ++slot) {
    const Instruction& instruction = instructions_[slot];
    std::fprintf(out_, "instruction %zu %" PRIx64 " %u ", slot, instruction.address,
                 static_cast<unsigned>(instruction.flow));
    for (size_t i = 0; i < instruction.size; ++i) std::fprintf(out_, "%02x", instruction.bytes[i]);
    std::fputc('\n', out_);
  }
}

void Counter::finish() {
  if (out_ == nullptr) return;
  write_instructions();
  if (full()) std::fprintf(out_, "error too many different instructions\n");
  // The last line proves that the file is whole: a full disk shows here and not as a smaller count.
  std::fprintf(out_, "end\n");
  std::fclose(out_);
  out_ = nullptr;
}

}  // namespace lodestone::exact
