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

// Where a user's own state is: $XDG_STATE_HOME/lodestone, ~/.local/state/lodestone, or
// /var/tmp/lodestone-UID when there is no home; made if absent. `wanted`, if given, is that folder.
Result<std::string> state_folder(const std::string& wanted);

// Where journals are. Settings belong to the whole system, so for root there is one place whatever
// HOME says: /run/lodestone, else /var/lib/lodestone. For others state_folder().
Result<std::string> settings_folder(const std::string& wanted);

// The folders that may hold journals of ours, those that are there. None is made.
std::vector<std::string> existing_settings_folders(const std::string& wanted);

// This host's name, fit for a file's name, and the identity of its present boot ("" if unknown).
std::string host_name();
std::string boot_id(const std::string& root = {});

// Files of this host's journals in a folder: HOST-PID.settings or HOST-PID.undo, by `ending`.
std::vector<std::string> journal_paths(const std::string& folder, const char* ending);

// Journals in the system's place that a program of root left behind when it was killed, for users
// who cannot read them: a line to warn with, or "".
std::string warning_of_root_journals(const std::string& folder = "/run/lodestone");

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
  std::vector<HeldSetting> changes;  // a path again for each further value written to it
  Fd file;                           // locked by us unless alive
};
// Journals of this host in the folder, `own` left out.
std::vector<FoundJournal> find_journals(const std::string& folder, const std::string& root,
                                        const std::string& own);

// A lock on the whole folder, held while a setting is claimed, so that two guards never both hold
// one setting.
Result<Fd> lock_folder(const std::string& folder);

}  // namespace lodestone
