// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/paravirtual.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include <cstring>

#include "environment/kernel_config.h"
#include "sys/cpus.h"

namespace lodestone {

std::optional<KvmFeatures> kvm_features() {
#if defined(__x86_64__) || defined(__i386__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  __cpuid(1, eax, ebx, ecx, edx);
  if (!(ecx >> 31 & 1)) return std::nullopt;  // no hypervisor
  __cpuid(0x40000000, eax, ebx, ecx, edx);
  char signature[13] = {};
  std::memcpy(signature, &ebx, 4);
  std::memcpy(signature + 4, &ecx, 4);
  std::memcpy(signature + 8, &edx, 4);
  if (std::memcmp(signature, "KVMKVMKVM\0\0", 12) != 0) return std::nullopt;
  __cpuid(0x40000001, eax, ebx, ecx, edx);
  return KvmFeatures{eax, edx};
#else
  return std::nullopt;
#endif
}

std::string spinlock_state(const Root& root, const std::optional<KvmFeatures>& kvm) {
  constexpr uint32_t unhalt = 1u << 7;    // KVM_FEATURE_PV_UNHALT
  constexpr uint32_t realtime = 1u << 0;  // KVM_HINTS_REALTIME
  const std::string line = " " + root.line("/proc/cmdline").value_or("") + " ";
  const std::string config = kernel_config(root);
  for (const char* word : {" nopvspin ", " xen_nopvspin ", " hv_nopvspin "})
    if (line.find(word) != std::string::npos)
      return std::string("paravirtual spinlocks off (") +
             std::string(word + 1, std::strlen(word) - 2) + ")";
  const bool built = config.find("\nCONFIG_PARAVIRT_SPINLOCKS=y\n") != std::string::npos;
  if (!config.empty() && !built) return "paravirtual spinlocks not built";
  const std::string start = built ? "paravirtual spinlocks built in, " : "paravirtual spinlocks: ";
  const std::string unknown =
      built ? "" : "kernel configuration not readable; if they are built in, ";
  if (!kvm) return start + unknown + "active if the hypervisor offers them and CPUs are shared";
  if (!(kvm->features & unhalt)) return start + "not active: the host does not support them";
  if (kvm->hints & realtime) return start + "not active: the host says that CPUs are not shared";
  const auto possible = parse_cpu_list(root.line("/sys/devices/system/cpu/possible").value_or(""));
  if (possible && possible->size() == 1) return start + "not active: one CPU";
  return start + unknown + "active";
}

}  // namespace lodestone
