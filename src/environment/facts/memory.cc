// SPDX-License-Identifier: GPL-2.0-or-later
// Memory size and the settings that change what a page fault costs.
#include "base/text.h"
#include "environment/facts.h"

namespace lodestone::facts_memory {
namespace {

// The chosen word of "always [madvise] never".
std::string chosen(const Root& root, const char* file) {
  const std::string text = root.line(file).value_or("");
  const size_t open = text.find('['), close = text.find(']');
  return open == std::string::npos || close == std::string::npos
             ? text
             : text.substr(open + 1, close - open - 1);
}

void collect(const Root& root, Context& context) {
  const std::string info = root.text("/proc/meminfo");
  auto bytes = [&](const char* key) -> std::string {
    const auto value = field(info, key, ':');
    const auto kib =
        value ? parse_integer(words(*value).empty() ? "" : words(*value)[0]) : std::nullopt;
    return kib ? std::to_string(*kib * 1024) : "";
  };
  context.set("memory", bytes("MemTotal"));
  context.set("swap", bytes("SwapTotal"));
  context.set("transparent_hugepages", chosen(root, "/sys/kernel/mm/transparent_hugepage/enabled"));
  context.set("numa_balancing", root.line("/proc/sys/kernel/numa_balancing").value_or(""));
  context.set("ksm", root.line("/sys/kernel/mm/ksm/run").value_or(""));
  context.set("preemption", chosen(root, "/sys/kernel/debug/sched/preempt"));
}

}  // namespace

extern const FactSource facts_memory{"memory", collect};

}  // namespace lodestone::facts_memory
