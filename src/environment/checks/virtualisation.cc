// SPDX-License-Identifier: GPL-2.0-or-later
// Which hypervisor or container this is, and whether locks and clocks are paravirtual (KVM and Xen
// guests built with CONFIG_PARAVIRT_SPINLOCKS use them unless nopvspin is given,
// arch/x86/kernel/kvm.c).
#include "base/text.h"
#include "environment/check.h"
#include "environment/paravirtual.h"
#include "sys/virtualization.h"

namespace lodestone::check_virtualisation {
namespace {

CheckResult look(const Root& root) {
  const std::string machine = virtual_machine(root), box = container(root);
  const bool guest = machine != "none";
  std::string found = guest ? "guest of " + machine : "no hypervisor";
  if (guest) {
    found += "; " + spinlock_state(root, root.real() ? kvm_features() : std::nullopt);
    if (const auto clock =
            root.line("/sys/devices/system/clocksource/clocksource0/current_clocksource"))
      found += "; clock " + *clock;
  }
  if (box != "none") found += "; container: " + box;
  return {guest || box != "none" ? CheckState::note : CheckState::good, found, "", {}};
}

}  // namespace

extern const Check check_virtualisation{
    "D018 virtualisation",
    "native and paravirtual kernels differ by design: +3.7 % time for mmap and page faults was "
    "published for CONFIG_PARAVIRT alone",
    look};

}  // namespace lodestone::check_virtualisation
