// SPDX-License-Identifier: GPL-2.0-or-later
// The journal of a settings guard: a file HOST-PID.settings of JSON lines, the first naming the
// boot, then one line a setting with its old value, synced before the setting is touched. The
// writer holds a flock on it while it lives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "environment/guard.h"

namespace lodestone {

// $XDG_STATE_HOME/lodestone, ~/.local/state/lodestone, or /var/tmp/lodestone-UID when there is no
// home; made if absent.
Result<std::string> settings_folder(const std::string& wanted);

// The same, but made by nobody: "" if no such folder is there.
std::string existing_settings_folder(const std::string& wanted);

struct OpenJournal {
  std::string path;
  Fd file;  // locked
};
Result<OpenJournal> create_journal(const std::string& folder, const std::string& root);
Result<void> append_journal(const OpenJournal& journal, const std::vector<HeldSetting>& changes);

// A journal that some process left behind or still holds.
struct FoundJournal {
  std::string path;
  bool alive = false;      // its process still runs
  bool this_boot = false;  // false: written before the last reboot of this host
  long long process = 0;
  std::vector<HeldSetting> changes;
  Fd file;  // locked by us unless alive
};
// Journals of this host in the folder, `own` left out.
std::vector<FoundJournal> find_journals(const std::string& folder, const std::string& root,
                                        const std::string& own);

// A lock on the whole folder, held while a setting is claimed, so that two guards never both hold
// one setting.
Result<Fd> lock_folder(const std::string& folder);

}  // namespace lodestone
