// SPDX-License-Identifier: GPL-2.0-or-later
// Virtual machine and container, and the hardware's own name.
#include "sys/virtualization.h"

#include "environment/facts.h"

namespace lodestone::facts_virtualization {
namespace {

void collect(const Root& root, Context& context) {
  context.set("virtual_machine", virtual_machine(root));
  context.set("container", container(root));
  auto name = [&](const char* file) { return root.line(file).value_or(""); };
  std::string hardware =
      name("/sys/class/dmi/id/sys_vendor") + " " + name("/sys/class/dmi/id/product_name");
  if (hardware == " ") hardware = name("/proc/device-tree/model");
  context.set("hardware", hardware);
  context.set("firmware", name("/sys/class/dmi/id/bios_version"));
}

}  // namespace

extern const FactSource facts_virtualization{"virtualization", collect};

}  // namespace lodestone::facts_virtualization
