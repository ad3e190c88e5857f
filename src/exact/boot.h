// SPDX-License-Identifier: GPL-2.0-or-later
// One boot of one arm: writes the initramfs and the plugin's plan, starts the emulator, waits,
// reads what came out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "exact/arm.h"
#include "exact/console.h"
#include "exact/emulator.h"

namespace lodestone::exact {

struct GuestJob {
  std::string workload;
  uint64_t operations = 0;
  std::map<std::string, std::string> parameters;
};

struct BootOptions {
  std::vector<GuestJob> jobs;
  unsigned phases = 4;
  unsigned tasks = 1;
  int cpus = 1;
  std::string count = "instructions";
  std::string cache = "32768 8 64";  // for count "cache": bytes, ways, line
  double timeout_seconds = 900;
  int memory_megabytes = 512;
  std::string slab_layout;  // the plan's line about slab caches (exact/slab_layout.h), or empty
  // Programs that workloads start: name in the guest's root folder ("true" is in /bin), content.
  std::map<std::string, std::string> programs;
};

// The guest's plan (exact/guest/guest.h).
std::string guest_plan(const BootOptions& options);
std::string initramfs(const std::string& guest_program, const std::string& plan,
                      const std::map<std::string, std::string>& programs = {});

struct BootOutput {
  std::string console;
  std::string counts;  // of the plugin
  double cpu_seconds = 0, wall_seconds = 0;
};

// `directory` is an existing, private folder. Errors: failed (the kernel panicked, hung, was
// killed, printed nothing; with the last console lines), no_space, and those of starting a program.
Result<BootOutput> boot(const Arm& arm, const Emulator& emulator, const std::string& guest,
                        const BootOptions& options, const std::string& directory);

}  // namespace lodestone::exact
