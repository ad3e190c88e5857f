// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/virtualization.h"

#include <algorithm>

#include "base/text.h"

namespace lodestone {
namespace {

struct Sign {
  const char* text;
  const char* name;
};
// What vendors write into DMI. Order: the more telling first (a KVM guest may carry its cloud's
// name).
constexpr Sign dmi_signs[] = {{"Amazon EC2", "amazon"},
                              {"Google Compute Engine", "google"},
                              {"Firecracker", "firecracker"},
                              {"KVM", "kvm"},
                              {"OpenStack", "kvm"},
                              {"Alibaba Cloud ECS", "kvm"},
                              {"VMware", "vmware"},
                              {"VMW", "vmware"},
                              {"innotek GmbH", "oracle"},
                              {"VirtualBox", "oracle"},
                              {"Xen", "xen"},
                              {"Bochs", "bochs"},
                              {"Parallels", "parallels"},
                              {"BHYVE", "bhyve"},
                              {"Virtual Machine", "microsoft"},
                              {"Hyper-V", "microsoft"},
                              {"Apple Virtualization", "apple"},
                              {"QEMU", "qemu"}};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

VirtualMachine find_virtual_machine(const Root& root) {
  for (const char* file :
       {"product_name", "sys_vendor", "board_vendor", "bios_vendor", "product_version"}) {
    const auto text = root.line(std::string("/sys/class/dmi/id/") + file);
    for (const Sign& sign : dmi_signs) {
      if (!text || !contains(*text, sign.text)) continue;
      // Amazon's bare-metal machines carry the same names; only their product name says so.
      if (std::string_view(sign.name) == "amazon" &&
          contains(root.line("/sys/class/dmi/id/product_name").value_or(""), ".metal"))
        return {"none", "DMI"};
      return {sign.name, "DMI"};
    }
  }
  // Xen's first domain drives the hardware, but still runs on the hypervisor.
  if (auto type = root.line("/sys/hypervisor/type")) return {*type, "/sys/hypervisor"};
  if (root.exists("/proc/device-tree/hypervisor/compatible")) {
    const std::string text = root.text("/proc/device-tree/hypervisor/compatible");
    return {contains(text, "linux,kvm") ? "kvm"
            : contains(text, "xen")     ? "xen"
            : contains(text, "vmware")  ? "vmware"
                                        : "other",
            "device tree"};
  }
  if (root.exists("/proc/device-tree/ibm,partition-name") &&
      root.exists("/proc/device-tree/hmc-managed?"))
    return {"powervm", "device tree"};
  for (const std::string& name : root.list("/proc/device-tree"))
    if (contains(name, "fw-cfg")) return {"qemu", "device tree"};
  const std::string system = root.text("/proc/sysinfo");  // s390
  if (auto control = field(system, "VM00 Control Program", ':'))
    return {contains(*control, "z/VM") ? "zvm" : "kvm", "/proc/sysinfo"};
  const std::string processor = root.text("/proc/cpuinfo");
  for (std::string_view line : split(processor, '\n')) {
    if (!line.starts_with("flags")) continue;
    const auto flags = words(line);
    if (std::find(flags.begin(), flags.end(), "hypervisor") == flags.end())
      return {"none", "/proc/cpuinfo"};
    // Guests without DMI (microvm, Firecracker) still show which paravirtual clock they use.
    const auto clocks =
        root.line("/sys/devices/system/clocksource/clocksource0/available_clocksource")
            .value_or("");
    for (const auto& [clock, name] :
         {std::pair{"kvm-clock", "kvm"}, {"hyperv", "microsoft"}, {"xen", "xen"}})
      if (contains(clocks, clock)) return {name, "clock source"};
    return {"other", "/proc/cpuinfo"};
  }
  const bool seen = !processor.empty() || root.line("/sys/class/dmi/id/sys_vendor");
  return {seen ? "none" : "", ""};
}

std::string virtual_machine(const Root& root) {
  return find_virtual_machine(root).name;
}

std::string container(const Root& root) {
  if (auto name = root.line("/run/systemd/container")) return *name;
  if (root.exists("/run/.containerenv")) return "podman";
  const std::string first = root.text("/proc/1/environ");
  for (std::string_view entry : split(first, '\0'))
    if (entry.starts_with("container=") && entry.size() > 10) return std::string(entry.substr(10));
  const std::string groups = root.text("/proc/1/cgroup") + root.text("/proc/self/cgroup");
  if (contains(groups, "/kubepods")) return "kubernetes";
  if (root.exists("/.dockerenv") || contains(groups, "/docker")) return "docker";
  if (contains(groups, "/lxc")) return "lxc";
  const auto release = root.line("/proc/sys/kernel/osrelease").value_or("");
  if (contains(release, "icrosoft") && contains(release, "WSL")) return "wsl";
  if (root.list("/proc").empty()) return "";
  return "none";
}

}  // namespace lodestone
