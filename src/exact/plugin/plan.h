// SPDX-License-Identifier: GPL-2.0-or-later
// What the tool tells the plugin: a text file of lines, addresses in hex.
//   count instructions|memory|sharing|cache
//   output PATH
//   symbol ADDRESS             ascending; the n-th line is symbol n
//   event KIND ADDRESS         what the instruction at that address means
//   range KIND BEGIN END       what the code between means
//   return_thunk ADDRESS       x86-64: a jump there is a return
//   mitigated_return ADDRESS   x86-64: a thunk of a mitigation, whose own return returns for who
//   jumps there cache SIZE WAYS LINE       for count cache: bytes, ways, bytes
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace lodestone::exact {

enum class Count : uint8_t { instructions, memory, sharing, cache };

// Why the processor runs what it runs. `own` is the workload's path; the others are told apart from
// it.
enum class Cause : uint8_t { own, timer, interrupt, softirq, other_task };
inline constexpr int causes = 5;

enum class Event : uint8_t {
  none,
  timer,        // entry of a timer interrupt
  interrupt,    // entry of another interrupt
  exception,    // entry of a fault or trap of the code that runs: its own cost
  syscall,      // entry of a system call
  new_task,     // the first code of a new task (ret_from_fork)
  kernel_task,  // ... that turns out to be a kernel thread (kthread)
  softirq,      // entry of the softirq handler
  arrival,      // the new task goes on after a task switch (finish_task_switch)
};

struct Range {
  uint64_t begin = 0, end = 0;
  bool holds(uint64_t address) const { return address >= begin && address < end; }
};

struct Plan {
  Count count = Count::instructions;
  std::string output;
  std::vector<uint64_t> symbols;
  std::unordered_map<uint64_t, Event> events;
  Range entry;        // where an exception return leaves an exception (x86-64: not sync_core()'s)
  Range stubs;        // x86-64: the table of interrupt stubs
  Range vectors;      // arm64: the exception vectors
  Range task_switch;  // __switch_to_asm, cpu_switch_to
  Range softirq;      // the softirq handler: its returns end it
  uint64_t return_thunk = 0;
  std::vector<uint64_t> mitigated_returns;
  uint64_t cache_size = 32768, cache_ways = 8, cache_line = 64;

  // An error text, or empty.
  std::string read(const char* path);
  uint32_t symbol_at(
      uint64_t address) const;  // the number of the nearest symbol at or below; ~0 for none
};

}  // namespace lodestone::exact
