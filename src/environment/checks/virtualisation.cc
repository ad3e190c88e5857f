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
  const GuestSigns signs = guest_signs(root);
  const std::string box = container(root);
  std::string found = hypervisor_text(root, signs);
  const bool guest = found.starts_with("guest");
  if (guest) {
    found += "; " + spinlock_state(root, signs);
    if (const auto clock =
            root.line("/sys/devices/system/clocksource/clocksource0/current_clocksource"))
      found += "; clock " + *clock;
  }
  if (box != "none")
    found +=
        (found.empty() ? "" : "; ") +
        (box.empty() ? std::string("whether in a container is not known") : "container: " + box);
  if (guest || (box != "none" && !box.empty())) return {CheckState::note, found, "", {}};
  if (box.empty() || found.empty())
    return {CheckState::unknown, found.empty() ? "not known" : found, "", {}};
  return {CheckState::good, found, "", {}};
}

}  // namespace

extern const Check check_virtualisation{
    "D018 virtualisation",
    "native and paravirtual kernels differ by design: +3.7 % time for mmap and page faults was "
    "published for CONFIG_PARAVIRT alone",
    look};

}  // namespace lodestone::check_virtualisation
