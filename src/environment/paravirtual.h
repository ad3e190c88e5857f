// SPDX-License-Identifier: GPL-2.0-or-later
// Are spinlocks paravirtual in this guest? Native and paravirtual ones take different paths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sys/root.h"

namespace lodestone {

// What KVM tells its guest (Documentation/virt/kvm/x86/cpuid.rst): leaf 0x40000001.
struct KvmFeatures {
  uint32_t features = 0;  // EAX
  uint32_t hints = 0;     // EDX
};
// Of the running machine; nothing where it is no x86 guest of KVM.
std::optional<KvmFeatures> kvm_features();

// In words, for a guest: whether they are built, and whether they are active, by the rules of
// kvm_spinlock_init (arch/x86/kernel/kvm.c). Where the hypervisor cannot be asked it says so.
std::string spinlock_state(const Root& root, const std::optional<KvmFeatures>& kvm);

}  // namespace lodestone
