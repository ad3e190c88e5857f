// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/sources.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "exact/plugin/decode.h"

namespace lodestone::exact {
namespace {

enum class Side { work, entry, exit, both };

struct SideRule {
  std::string_view name;
  bool prefix;
  Side side;
};

// arch/x86/entry/entry_64.S, arch/x86/entry/common.c, include/linux/entry-common.h,
// arch/arm64/kernel/entry.S and entry-common.c. The first that fits counts.
constexpr SideRule rules[] = {
    {"entry_SYSCALL_64", true, Side::both},
    {"syscall_return_via_sysret", false, Side::exit},
    {"swapgs_restore_regs_and_return_to_usermode", false, Side::exit},
    {"common_interrupt_return", false, Side::exit},
    {"error_return", false, Side::exit},
    {"syscall_exit_to_user_mode", true, Side::exit},
    {"exit_to_user_mode", true, Side::exit},
    {"__exit_to_user_mode", true, Side::exit},
    {"irqentry_exit", true, Side::exit},
    {"amd_clear_divider", false, Side::exit},
    {"do_syscall_64", false, Side::entry},
    {"do_syscall_x64", false, Side::entry},
    {"x64_sys_call", false, Side::entry},
    {"syscall_enter_from_user_mode", true, Side::entry},
    {"syscall_trace_enter", true, Side::entry},
    {"enter_from_user_mode", true, Side::entry},
    {"irqentry_enter", true, Side::entry},
    {"asm_exc_", true, Side::both},
    {"error_entry", false, Side::entry},
    {"sync_regs", false, Side::entry},
    {"vectors", false, Side::entry},
    {"el0t_64_", true, Side::both},
    {"el0_svc", true, Side::entry},
    {"do_el0_svc", false, Side::entry},
    {"invoke_syscall", true, Side::entry},
    {"ret_to_user", true, Side::exit},
    {"do_notify_resume", false, Side::exit},
};

Side side_of(std::string_view name) {
  for (const SideRule& rule : rules)
    if (name == rule.name || (rule.prefix && name.starts_with(rule.name))) return rule.side;
  return Side::work;
}

}  // namespace

SourceCounts sources_of(const Path& path, const Counts& counts, const FunctionNames& names) {
  SourceCounts result;
  // Code of both kinds calls its handler: what stands behind the last call leads out.
  std::map<const Symbol*, std::vector<std::pair<uint64_t, uint64_t>>> both;  // address, times
  std::map<const Symbol*, uint64_t> last_call;
  std::map<const Symbol*, Side> sides;
  for (const auto& [slot, times] : path.executed) {
    const ExecutedInstruction& instruction = counts.instructions[slot];
    if (!(instruction.address >> 63)) continue;
    const Symbol* symbol = names.at(instruction.address);
    auto [place, fresh] = sides.try_emplace(symbol, Side::work);
    if (fresh && symbol != nullptr) place->second = side_of(symbol->name);
    switch (place->second) {
      case Side::work:
        result.work += times;
        break;
      case Side::entry:
        result.entry += times;
        break;
      case Side::exit:
        result.exit += times;
        break;
      case Side::both:
        both[symbol].emplace_back(instruction.address, times);
        if (is_call(static_cast<Flow>(instruction.flow)))
          last_call[symbol] = std::max(last_call[symbol], instruction.address);
        break;
    }
  }
  for (const auto& [symbol, instructions] : both) {
    auto call = last_call.find(symbol);
    for (const auto& [address, times] : instructions)
      (call != last_call.end() && address > call->second ? result.exit : result.entry) += times;
  }
  return result;
}

}  // namespace lodestone::exact
