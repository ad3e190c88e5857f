// SPDX-License-Identifier: GPL-2.0-or-later
// One side of an interleaved comparison: a setting, an environment, CPUs, a cgroup or a command;
// and the switch that puts an arm into force before each of its processes.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "environment/guard.h"
#include "environment/undo_journal.h"
#include "model/finding.h"

namespace lodestone {

struct Arm {
  std::string label;
  std::vector<Setting> settings;
  std::string setup, undo;               // for sh -c; run before and after each process of the arm
  std::vector<std::string> environment;  // NAME=VALUE
  std::vector<int> cpus;                 // empty: ours
  std::string cgroup;                    // folder of a cgroup v2; empty: ours
  std::vector<std::string> command;      // whole-command comparisons only
};
using Arms = std::array<Arm, 2>;  // base, new

// The CPUs on which processes of either arm may begin; none where an arm has CPUs or a cgroup of
// its own.
std::vector<int> common_cpus(const Arms& arms);

class ArmSwitch {
 public:
  // Reads the values that settings have now: an arm that does not name a setting runs with that
  // value. `folder` and `root` are those of SettingsGuard::open. Errors: not_found, permission (a
  // setting cannot be read), usage.
  static Result<ArmSwitch> open(const Arms& arms, const std::string& folder = {},
                                const std::string& root = {});

  // Before and after each process of arm 0 or 1. Old values and undo commands are on the disk
  // first. Errors: failed (a set-up command failed; it is undone), permission.
  Result<void> enter(int arm);
  Result<void> leave(int arm);
  // Puts everything back. Also done by the destructor, on a signal, and by the next start.
  Result<void> restore();

  std::vector<HeldSetting> changes() const;
  const std::vector<Finding>& findings() const { return findings_; }

 private:
  ArmSwitch(Arms arms, SettingsGuard guard, UndoJournal journal);
  Arms arms_;
  SettingsGuard guard_;
  UndoJournal journal_;
  std::array<std::vector<Setting>, 2> wanted_;
  std::vector<Finding> findings_;
};

}  // namespace lodestone
