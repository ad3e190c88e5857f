// SPDX-License-Identifier: GPL-2.0-or-later
// Debugging that changes what is measured, by the kernel configuration.
#include "base/text.h"
#include "environment/check.h"
#include "environment/kernel_config.h"

namespace lodestone::check_debug_kernel {
namespace {

CheckResult look(const Root& root) {
  const std::string config = kernel_config(root);
  if (config.empty()) return {CheckState::unknown, "no kernel configuration can be read", "", {}};
  std::vector<std::string> found;
  for (const char* name :
       {"KASAN", "KCSAN", "KMSAN", "UBSAN_SANITIZE_ALL", "LOCKDEP", "PROVE_LOCKING", "PROVE_RCU",
        "LOCK_STAT", "DEBUG_SPINLOCK", "DEBUG_MUTEXES", "DEBUG_PAGEALLOC_ENABLE_DEFAULT",
        "SLUB_DEBUG_ON", "DEBUG_OBJECTS", "DEBUG_VM", "DEBUG_PREEMPT", "KCOV", "GCOV_KERNEL",
        "DEBUG_ATOMIC_SLEEP", "DEBUG_KMEMLEAK"})
    if (config.find("\nCONFIG_" + std::string(name) + "=y\n") != std::string::npos)
      found.push_back(name);
  if (found.empty()) return {CheckState::good, "no costly debug option", "", {}};
  return {CheckState::warning, join(found, ", "), "", {}, "measure a kernel built without them"};
}

}  // namespace

extern const Check check_debug_kernel{
    "D019 debug-kernel",
    "KASAN and lockdep make system calls two to ten times slower, and not all paths alike", look};

}  // namespace lodestone::check_debug_kernel
