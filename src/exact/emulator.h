// SPDX-License-Identifier: GPL-2.0-or-later
// The emulator: which one, which version, and the command that boots an arm deterministically.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "sys/kernel_image.h"

namespace lodestone::exact {

struct Emulator {
  std::string program;  // path
  std::string version;  // "7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)", part of the cache key
  int major = 0, minor = 0;
  std::string plugin;  // path of the module for its interface version
};

// qemu-system-x86_64 or qemu-system-aarch64: `wanted` (a path), else LODESTONE_QEMU, else on PATH.
// Errors: not_found (with the package to install), unsupported (no plugins, too old).
Result<Emulator> find_emulator(Architecture architecture, const std::string& wanted = {});

// The folder with the guest and the plugins: LODESTONE_EXACT, else ../lib/lodestone beside the
// running program's.
std::string parts_directory();
// The guest's path. Errors: not_found (for a foreign architecture: how to build it).
Result<std::string> find_guest(Architecture architecture);

struct BootCommand {
  Architecture architecture = Architecture::x86_64;
  std::string kernel, initrd, command_line, cpu;
  std::string console;  // file that gets the serial console
  std::string plan;     // of the plugin; empty: run without the plugin
  int cpus = 1;
  int memory_megabytes = 512;
};
// The words of the command. Several CPUs are deterministic from QEMU 8.1 on; older ones hang with
// instruction counting as clock, so they run without it.
std::vector<std::string> command_of(const Emulator& emulator, const BootCommand& boot);
bool deterministic(const Emulator& emulator, int cpus);

}  // namespace lodestone::exact
