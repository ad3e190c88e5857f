// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/tracking_plan.h"

#include <fmt/format.h>

#include <string_view>

namespace lodestone::exact {
namespace {

struct EventRule {
  std::string_view name;
  bool prefix;
  const char* event;
};

// arch/x86/include/asm/idtentry.h, arch/x86/entry/entry_64.S, kernel/sched/core.c,
// kernel/softirq.c. The first that fits counts.
constexpr EventRule x86_rules[] = {
    {"asm_sysvec_apic_timer_interrupt", false, "timer"},
    {"asm_sysvec_", true, "interrupt"},
    {"asm_fred_", true, "interrupt"},
    {"asm_exc_nmi", false, "interrupt"},
    {"asm_exc_", true, "exception"},
    {"entry_SYSCALL_64", false, "syscall"},
};
constexpr EventRule common_rules[] = {
    {"ret_from_fork_asm", false, "new_task"}, {"ret_from_fork", false, "new_task"},
    {"kthread", false, "kernel_task"},        {"finish_task_switch", true, "arrival"},
    {"handle_softirqs", false, "softirq"},    {"__do_softirq", false, "softirq"},
};

template <size_t N>
const EventRule* match(const EventRule (&rules)[N], std::string_view name) {
  for (const EventRule& rule : rules) {
    if (name == rule.name) return &rule;
    if (rule.prefix && name.starts_with(rule.name)) {
      // "finish_task_switch.isra.0" is the function, "finish_task_switch.cold" a piece of it.
      if (name.ends_with(".cold")) continue;
      return &rule;
    }
  }
  return nullptr;
}

class Writer {
 public:
  Writer(const SymbolMap& symbols, std::vector<Finding>& findings)
      : symbols_(symbols), findings_(findings) {}

  std::string text;

  void range(const char* kind, std::string_view name) {
    const Symbol* symbol = symbols_.find(name);
    if (symbol != nullptr && symbol->size > 0)
      text += fmt::format("range {} {:x} {:x}\n", kind, symbol->address,
                          symbol->address + symbol->size);
  }
  bool range(const char* kind, std::string_view first, std::string_view last) {
    const Symbol* begin = symbols_.find(first);
    const Symbol* end = symbols_.find(last);
    if (begin == nullptr || end == nullptr) return false;
    text += fmt::format("range {} {:x} {:x}\n", kind, begin->address, end->address);
    return true;
  }
  void needs(std::string_view name, const char* consequence) {
    for (const Symbol& symbol : symbols_.symbols())
      if (symbol.name == name || symbol.name.starts_with(std::string(name) + ".")) return;
    add_finding(
        findings_,
        {"F611 symbol-missing", "the kernel has no symbol " + std::string(name), consequence, {}});
  }

 private:
  const SymbolMap& symbols_;
  std::vector<Finding>& findings_;
};

}  // namespace

std::string tracking_plan(const SymbolMap& symbols, Architecture architecture,
                          std::vector<Finding>& findings) {
  Writer writer(symbols, findings);
  bool x86 = architecture == Architecture::x86_64;
  uint64_t last = 0;
  bool any = false;
  for (const Symbol& symbol : symbols.symbols()) {
    if (!symbol.is_text() || !symbol.module.empty()) continue;
    if (!any || symbol.address != last) writer.text += fmt::format("symbol {:x}\n", symbol.address);
    any = true;
    last = symbol.address;
    const EventRule* rule = x86 ? match(x86_rules, symbol.name) : nullptr;
    if (rule == nullptr) rule = match(common_rules, symbol.name);
    // In kernels from 6.10 __do_softirq only calls handle_softirqs.
    if (rule != nullptr && rule->name == "__do_softirq" && symbols.find("handle_softirqs"))
      continue;
    if (rule != nullptr) writer.text += fmt::format("event {} {:x}\n", rule->event, symbol.address);
  }
  writer.range("softirq", symbols.find("handle_softirqs") ? "handle_softirqs" : "__do_softirq");
  writer.needs("finish_task_switch", "other tasks begin a few instructions too early");
  if (x86) {
    writer.range("entry", "__entry_text_start", "__entry_text_end");
    writer.range("stubs", "irq_entries_start");
    writer.range("task_switch", "__switch_to_asm");
    writer.needs("__entry_text_start",
                 "interrupts cannot be told apart from the workload's own path");
    writer.needs("__switch_to_asm",
                 "other tasks cannot be told apart from the workload's own path");
    if (const Symbol* thunk = symbols.find("__x86_return_thunk"))
      writer.text += fmt::format("return_thunk {:x}\n", thunk->address);
    for (const char* name : {"its_return_thunk", "srso_return_thunk", "srso_alias_return_thunk",
                             "retbleed_return_thunk", "call_depth_return_thunk"})
      if (const Symbol* thunk = symbols.find(name))
        writer.text += fmt::format("mitigated_return {:x}\n", thunk->address);
  } else {
    writer.range("entry", "__entry_text_start", "__entry_text_end");
    writer.range("task_switch", "cpu_switch_to");
    if (const Symbol* vectors = symbols.find("vectors"))
      writer.text +=
          fmt::format("range vectors {:x} {:x}\n", vectors->address, vectors->address + 0x800);
    writer.needs("cpu_switch_to", "other tasks cannot be told apart from the workload's own path");
    writer.needs("vectors", "interrupts cannot be told apart from the workload's own path");
  }
  return std::move(writer.text);
}

std::vector<const Symbol*> plan_symbols(const SymbolMap& symbols) {
  std::vector<const Symbol*> list;
  for (const Symbol& symbol : symbols.symbols()) {
    if (!symbol.is_text() || !symbol.module.empty()) continue;
    if (list.empty() || list.back()->address != symbol.address)
      list.push_back(symbols.at(symbol.address, true));
  }
  return list;
}

}  // namespace lodestone::exact
