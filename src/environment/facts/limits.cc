// SPDX-License-Identifier: GPL-2.0-or-later
// What this process may use of the machine.
#include "base/text.h"
#include "environment/facts.h"
#include "sys/cgroup.h"
#include "sys/cpus.h"

namespace lodestone::facts_limits {
namespace {

void collect(const Root& root, Context& context) {
  const UsableCpus usable = usable_cpus(root);
  if (usable.allowed.empty()) return;
  context.set("usable_cpus", std::to_string(usable.count()));
  context.set("allowed_cpus", cpu_list_text(usable.allowed));
  context.set("cpu_quota", usable.quota ? shortest(*usable.quota) : "none");
  const auto memory = cgroup_memory_limit(root);
  context.set("memory_limit", memory ? std::to_string(*memory) : "none");
}

}  // namespace

extern const FactSource facts_limits{"limits", collect};

}  // namespace lodestone::facts_limits
