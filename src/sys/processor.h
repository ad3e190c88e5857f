// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/cpuinfo, whose keys differ by architecture: x86 "model name", ARM64 "CPU implementer" and
// "CPU part", RISC-V "uarch" or "isa", POWER "cpu", s390 "processor N:", LoongArch "Model Name".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sys/root.h"

namespace lodestone {

struct Processor {
  int cpu = 0;
  std::string
      model;  // "ARM Neoverse-N1" where the kernel gives numbers; "unknown" if it gives nothing
  std::optional<double> bogomips;
  std::vector<std::string> features;  // the kernel's own words ("flags", "Features", "isa")
  std::string microcode;              // x86 only, else ""
  std::string identity;  // numbers that tell models of one name apart: "family 26 model 2 stepping
                         // 1", "0x41/0xd0c r3p1"
};

// One entry a CPU line, in the file's order. On big.LITTLE machines the models differ from CPU to
// CPU.
std::vector<Processor> processors(const Root& root);

// One line for a person: "AMD EPYC" or "ARM Cortex-A55 x4 + ARM Cortex-A76 x4".
std::string processor_summary(const std::vector<Processor>& all);

}  // namespace lodestone
