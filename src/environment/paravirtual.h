// SPDX-License-Identifier: GPL-2.0-or-later
// Which hypervisor is below, by all that can tell, and are spinlocks paravirtual in this guest?
// Native and paravirtual ones take different paths.
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

// What the running system says besides files.
struct GuestSigns {
  std::optional<bool> hypervisor;  // cpuid's bit; nothing where there is no cpuid
  std::string signature;           // of cpuid leaf 0x40000000: "KVMKVMKVM"
  std::optional<KvmFeatures> kvm;  // nothing where the signature is not KVM's
  std::string log;                 // the kernel's log; "" where it may not be read (dmesg_restrict)
};
// Of the running machine; of a fixture tree its /var/log/dmesg alone.
GuestSigns guest_signs(const Root& root);

// "no hypervisor", or "guest of PVM (kernel log); cpuid: bhyve bhyve": the name by what is surest,
// then what says something else; "" where nothing can tell.
std::string hypervisor_text(const Root& root, const GuestSigns& signs);

// In words, for a guest: whether they are built, and whether they are active, by the kernel's log,
// else by the rules of kvm_spinlock_init (arch/x86/kernel/kvm.c). Where neither can tell it says
// so.
std::string spinlock_state(const Root& root, const GuestSigns& signs);

}  // namespace lodestone
