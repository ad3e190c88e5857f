// SPDX-License-Identifier: GPL-2.0-or-later
// Whether this is a virtual machine or a container, and whose.
#pragma once

#include <string>

#include "sys/root.h"

namespace lodestone {

// "none", "kvm", "amazon", "vmware", "microsoft", "xen", "qemu", "oracle", "parallels", "zvm",
// "firecracker", "other"; "" where neither DMI nor /proc/cpuinfo can be read. From DMI,
// /sys/hypervisor, the device tree and the x86 "hypervisor" flag, as systemd-detect-virt does.
std::string virtual_machine(const Root& root);
// The same, and what says so: "DMI", "/sys/hypervisor", "device tree"; "clock source" is a guess,
// since other hypervisors offer kvm-clock, too.
struct VirtualMachine {
  std::string name, source;
};
VirtualMachine find_virtual_machine(const Root& root);
// "none", "docker", "podman", "lxc", "systemd-nspawn", "kubernetes", "wsl", "other"; "" where /proc
// cannot be read.
std::string container(const Root& root);

}  // namespace lodestone
