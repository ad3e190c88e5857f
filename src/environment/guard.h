// SPDX-License-Identifier: GPL-2.0-or-later
// SettingsGuard: changes settings of the machine for a while. The old value is on the disk before
// the new one is written; it is put back when the guard ends, when a signal ends the program (after
// the program's own handler asked it to stop), and, after kill -9 or a power cut within the same
// boot, by the next start (restore_stale_settings).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace lodestone {

// One setting: a file under /proc/sys or /sys that reads back what was written (a selection like
// "always [madvise] never" counts as its bracketed word).
struct Setting {
  std::string path;   // "/sys/kernel/mm/transparent_hugepage/enabled"
  std::string value;  // "never"
};

// "PATH=VALUE", or a sysctl name "kernel.numa_balancing=0". Errors: usage.
Result<Setting> parse_setting(std::string_view text);

// The value in the text of a setting's file: blanks trimmed, the bracketed word of a selection.
// Neither this nor same_value() allocates: a signal handler may call them.
std::string_view setting_value(std::string_view text);
// "0", "00" and "0.0" are one value for the kernel.
bool same_value(std::string_view a, std::string_view b);

// What the file holds now, blanks trimmed, the bracketed word of a selection. Errors: not_found,
// permission.
Result<std::string> read_setting(const std::string& path);

struct HeldSetting {
  std::string path;
  std::string before;
  std::string after;
};

class SettingsGuard {
 public:
  // `journal_folder`: where old values are kept; empty means settings_folder(): one place of the
  // system for root, the user's state folder for others. `root` stands before every path (tests
  // give a fake tree).
  static Result<SettingsGuard> open(const std::string& journal_folder = {},
                                    const std::string& root = {});
  SettingsGuard(SettingsGuard&&) noexcept;
  SettingsGuard& operator=(SettingsGuard&&) noexcept;
  ~SettingsGuard();  // restores what is still changed

  // Records the old value durably, then writes the new one and reads it back. A setting that
  // already has the value is no change. May be called many times for one path (`ab` switches arms):
  // the first old value is the one put back.
  Result<void> set(const Setting& setting);
  // Puts every old value back, newest change first; goes on after an error and gives the first one.
  // A setting that holds neither the old value nor one written here was changed by somebody else:
  // it is left alone, and the error says so.
  Result<void> restore();
  // What was changed so far: path, the value found at first, the value set last.
  const std::vector<HeldSetting>& changes() const;

 private:
  struct State;
  explicit SettingsGuard(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Puts back what a killed program left changed: one line each of what was done or could not be
// done. Journals of processes that still live are left alone; journals of an earlier boot are
// dropped (a reboot reset the settings). A setting that was changed by hand since is left alone. To
// users who may not read root's journals a line says that there is one.
std::vector<std::string> restore_stale_settings(const std::string& journal_folder = {},
                                                const std::string& root = {});

}  // namespace lodestone
