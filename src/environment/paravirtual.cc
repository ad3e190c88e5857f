// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/paravirtual.h"

#include <sys/klog.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "environment/kernel_config.h"
#include "sys/cpus.h"
#include "sys/virtualization.h"

namespace lodestone {
namespace {

// Of syslog(2); glibc has no names for them.
constexpr int log_read_all = 3, log_size = 10;

std::string kernel_log() {
  const int size = ::klogctl(log_size, nullptr, 0);
  if (size <= 0) return "";
  std::string text(static_cast<size_t>(size), '\0');
  const int got = ::klogctl(log_read_all, text.data(), size);
  text.resize(static_cast<size_t>(std::max(got, 0)));
  return text;
}

// What follows `mark` on its line of the log; nothing if it is not there.
std::optional<std::string> after(std::string_view log, std::string_view mark) {
  const size_t at = log.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = log.substr(at + mark.size());
  return std::string(trim(rest.substr(0, rest.find('\n'))));
}

// By the configuration, else by the symbols that are in the kernel.
std::optional<bool> spinlocks_built(const Root& root) {
  if (const std::string config = kernel_config(root); !config.empty())
    return config.find("\nCONFIG_PARAVIRT_SPINLOCKS=y\n") != std::string::npos;
  const std::string symbols = root.text("/proc/kallsyms");
  if (symbols.find(" __pv_queued_spin_lock_slowpath\n") != std::string::npos) return true;
  // With CONFIG_KALLSYMS every kernel lists this one.
  if (symbols.find(" start_kernel\n") != std::string::npos) return false;
  return std::nullopt;
}

}  // namespace

GuestSigns guest_signs(const Root& root) {
  GuestSigns signs;
  if (!root.real()) {
    signs.log = root.text("/var/log/dmesg");
    return signs;
  }
  signs.log = kernel_log();
#if defined(__x86_64__) || defined(__i386__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  __cpuid(1, eax, ebx, ecx, edx);
  signs.hypervisor = (ecx >> 31 & 1) != 0;
  if (!*signs.hypervisor) return signs;
  __cpuid(0x40000000, eax, ebx, ecx, edx);
  char signature[13] = {};
  std::memcpy(signature, &ebx, 4);
  std::memcpy(signature + 4, &ecx, 4);
  std::memcpy(signature + 8, &edx, 4);
  signs.signature = trim(signature);
  if (signs.signature == "KVMKVMKVM") {
    __cpuid(0x40000001, eax, ebx, ecx, edx);
    signs.kvm = KvmFeatures{eax, edx};
  }
#endif
  return signs;
}

std::string hypervisor_text(const Root& root, const GuestSigns& signs) {
  const VirtualMachine by_files = find_virtual_machine(root);
  const auto by_log = after(signs.log, "Hypervisor detected: ");
  const bool guess = by_files.source == "clock source";
  const bool named = !by_files.name.empty() && by_files.name != "none" && by_files.name != "other";
  if (!by_log && signs.hypervisor == false && !named) return "no hypervisor";
  if (!by_log && !signs.hypervisor.value_or(false) && by_files.name == "none")
    return "no hypervisor";
  if (!by_log && !signs.hypervisor && by_files.name.empty()) return "";
  std::string text, others;
  const auto add = [&](const std::string& name, const std::string& source) {
    if (name.empty()) return;
    if (text.empty())
      text = "guest of " + name + " (" + source + ")";
    else
      others += "; " + source + ": " + name;
  };
  add(by_log.value_or(""), "kernel log");
  if (named && !guess) add(by_files.name, by_files.source);
  add(signs.signature, "cpuid");
  if (named && guess && text.empty()) add(by_files.name, "a guess by its " + by_files.source);
  if (text.empty()) text = "guest of a hypervisor that does not say its name";
  return text + others;
}

std::string spinlock_state(const Root& root, const GuestSigns& signs) {
  constexpr uint32_t unhalt = 1u << 7;    // KVM_FEATURE_PV_UNHALT
  constexpr uint32_t realtime = 1u << 0;  // KVM_HINTS_REALTIME
  const std::string line = " " + root.line("/proc/cmdline").value_or("") + " ";
  for (const char* word : {" nopvspin ", " xen_nopvspin ", " hv_nopvspin "})
    if (line.find(word) != std::string::npos)
      return std::string("paravirtual spinlocks off (") +
             std::string(word + 1, std::strlen(word) - 2) + ")";
  const auto built = spinlocks_built(root);
  if (built == false) return "paravirtual spinlocks not built";
  const std::string start = built ? "paravirtual spinlocks built in, " : "paravirtual spinlocks: ";
  // KVM, Xen and Hyper-V say it in one word, and whoever sets them up has the table made
  // (__pv_init_lock_hash of kernel/locking/qspinlock_paravirt.h, which always prints).
  if (const auto reason = after(signs.log, "PV spinlocks disabled"))
    return start + "not active (kernel log" +
           (reason->size() > 2 ? ": " + reason->substr(reason->starts_with(", ") ? 2 : 0) : "") +
           ")";
  if (after(signs.log, "PV spinlocks enabled") || after(signs.log, "PV qspinlock hash table"))
    return start + "active (kernel log)";
  if (after(signs.log, "Linux version "))
    return start + "not active: the kernel's log of the boot does not show them set up";
  if (!signs.kvm)
    return start + "whether they are active is not known (the kernel's log would say: run as root)";
  if (!(signs.kvm->features & unhalt)) return start + "not active: the host does not support them";
  if (signs.kvm->hints & realtime)
    return start + "not active: the host says that CPUs are not shared";
  const auto possible = parse_cpu_list(root.line("/sys/devices/system/cpu/possible").value_or(""));
  if (possible && possible->size() == 1) return start + "not active: one CPU";
  if (!built)
    return start +
           "not known to be built in (no kernel configuration or symbols can be read); "
           "the host supports them";
  return start + "active";
}

}  // namespace lodestone
