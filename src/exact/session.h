// SPDX-License-Identifier: GPL-2.0-or-later
// A whole `lodestone exact`: prepares the arms, boots each as often as asked (several at once),
// checks that the boots of an arm agree to the last instruction, and keeps results by content.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "exact/arm.h"
#include "exact/boot.h"
#include "exact/data_map.h"
#include "exact/emulator.h"
#include "exact/outcome.h"

namespace lodestone::exact {

struct SessionOptions {
  std::vector<ArmSpec> arms;           // the base first
  std::vector<std::string> workloads;  // SUITE/NAME or a glob, with ,NAME=VALUE parameters
  uint64_t operations = 0;             // a phase; 0: as many as are useful
  unsigned phases = 4, repeat = 2;
  int cpus = 1;
  unsigned jobs = 0;  // boots at a time; 0: as many as there are processors
  std::string count = "instructions";
  std::string cache_model = "32768 8 64";
  std::string emulator;  // path; empty: found
  double timeout_seconds = 900;
  int memory_megabytes = 512;
  std::string cache_directory;
  bool use_cache = true;
  std::function<void(const std::string&)> progress;  // one line about what happens now
};

struct ArmOutcome {
  Arm arm;
  std::optional<Error> error;  // why this arm has no result; the others go on
  std::vector<WorkloadOutcome> workloads;
  std::vector<MemoryOutcome> memory;  // with --count memory, sharing and cache
  bool deterministic = false;         // all boots agreed, and at least two were made
  unsigned boots = 0;
  bool from_cache = false;
  double cpu_seconds = 0, wall_seconds = 0;  // of its boots
  std::vector<Finding> findings;
};

struct Session {
  Emulator emulator;
  std::vector<ArmOutcome> arms;
  std::vector<Finding> findings;
};

// Errors: those of the command line and of the emulator; a base that cannot be prepared. Failures
// of single arms are part of the session.
Result<Session> run_session(const SessionOptions& options);

}  // namespace lodestone::exact
