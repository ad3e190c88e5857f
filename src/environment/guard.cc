// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/guard.h"

#include <fcntl.h>
#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/text.h"
#include "environment/guard_signals.h"
#include "environment/setting_journal.h"

namespace lodestone {
namespace {

Result<void> write_setting(const std::string& path, const std::string& value) {
  Fd file(open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (!file.valid())
    return fail_errno("cannot change " + path, errno, errno == EACCES ? "run as root" : "");
  auto wrote = write_all(file.get(), value + "\n");
  if (wrote) return {};
  Error error = wrote.error();
  error.what = "the kernel refused '" + value + "' for " + path;
  return tl::unexpected<Error>(error);
}

std::vector<std::string> expand(const std::string& root, const std::string& path) {
  if (path.find_first_of("*?[") == std::string::npos) return {path};
  std::vector<std::string> paths;
  glob_t found{};
  if (glob((root + path).c_str(), 0, nullptr, &found) == 0)
    for (size_t i = 0; i < found.gl_pathc; ++i)
      paths.push_back(std::string(found.gl_pathv[i]).substr(root.size()));
  globfree(&found);
  return paths;
}

// Whether the value is one that the writer of these journal lines gave to the setting. Any other
// one is a change by hand, which is not ours to undo.
bool is_ours(const std::vector<HeldSetting>& journaled, const std::string& path,
             const std::string& value) {
  return std::any_of(journaled.begin(), journaled.end(), [&](const HeldSetting& change) {
    return change.path == path && same_value(change.after, value);
  });
}

std::string left_text(const std::string& path, const std::string& value) {
  return "left " + path + " at '" + value + "'";
}

// One line each of what was put back, left alone or could not be put back; false if something is
// still to be done.
bool put_back(const FoundJournal& journal, const std::string& root,
              std::vector<std::string>& lines) {
  bool complete = true;
  std::vector<std::string> done;
  for (auto change = journal.changes.rbegin(); change != journal.changes.rend(); ++change) {
    if (std::find(done.begin(), done.end(), change->path) != done.end()) continue;
    done.push_back(change->path);
    const auto now = read_setting(root + change->path);
    if (now && same_value(*now, change->before)) continue;
    if (now && !is_ours(journal.changes, change->path, *now)) {
      lines.push_back(left_text(change->path, *now) +
                      ": a run that was killed had changed it from '" + change->before +
                      "', but somebody else changed it after that");
    } else if (auto wrote = write_setting(root + change->path, change->before); wrote) {
      lines.push_back("put " + change->path + " back to '" + change->before +
                      "' after a run that was killed");
    } else {
      complete = false;
      lines.push_back("could not put " + change->path + " back to '" + change->before +
                      "': " + wrote.error().why);
    }
  }
  return complete;
}

}  // namespace

struct SettingsGuard::State {
  std::string folder;
  std::string root;
  OpenJournal journal;
  pid_t owner = getpid();  // a forked child has a copy of the guard, but restores nothing
  std::vector<HeldSetting> changes;
  std::vector<HeldSetting> journaled;  // each value that we wrote, or were about to

  HeldSetting* find(const std::string& path) {
    const auto known = std::find_if(changes.begin(), changes.end(),
                                    [&](const auto& change) { return change.path == path; });
    return known == changes.end() ? nullptr : &*known;
  }

  Result<void> not_held_by_another(const std::vector<HeldSetting>& wanted) const {
    for (const FoundJournal& other : find_journals(folder, root, journal.path)) {
      if (!other.alive) continue;
      for (const HeldSetting& theirs : other.changes)
        for (const HeldSetting& ours : wanted)
          if (theirs.path == ours.path)
            return fail(ErrorCode::failed, ours.path + " is in use",
                        "process " + std::to_string(other.process) +
                            " of lodestone has changed it for its own run",
                        "wait for that run to end");
    }
    return {};
  }

  // Puts the old values of settings that we have not touched yet on the disk.
  Result<void> record(const std::vector<std::string>& paths, const std::string& value) {
    std::vector<HeldSetting> wanted;
    for (const std::string& path : paths) {
      if (const HeldSetting* known = find(path)) {
        LODESTONE_TRY(note(path, known->before, value));
        continue;
      }
      LODESTONE_ASSIGN(const std::string before, read_setting(root + path));
      wanted.push_back({path, before, value});
    }
    if (wanted.empty()) return {};
    LODESTONE_ASSIGN(const Fd lock, lock_folder(folder));
    LODESTONE_TRY(not_held_by_another(wanted));
    std::erase_if(
        wanted, [](const HeldSetting& change) { return same_value(change.before, change.after); });
    if (wanted.empty()) return {};
    if (!journal.file.valid()) {
      LODESTONE_ASSIGN(journal, create_journal(folder, root));
    }
    LODESTONE_TRY(append_journal(journal, wanted));
    journaled.insert(journaled.end(), wanted.begin(), wanted.end());
    changes.insert(changes.end(), wanted.begin(), wanted.end());
    publish_restore_plan(this, root, changes, journaled, journal.path);
    return {};
  }

  // Makes it known that a value that we write is ours, so that it is not taken for one by hand.
  Result<void> note(const std::string& path, const std::string& before, const std::string& value) {
    if (same_value(before, value) || is_ours(journaled, path, value)) return {};
    const HeldSetting change{path, before, value};
    LODESTONE_TRY(append_journal(journal, {change}));
    journaled.push_back(change);
    publish_restore_plan(this, root, changes, journaled, journal.path);
    return {};
  }

  Result<void> apply(const std::string& path, const std::string& value) {
    HeldSetting* change = find(path);
    if (!change) return {};  // had the value from the start
    const std::string file = root + path;
    change->after = value;
    LODESTONE_ASSIGN(const std::string before, read_setting(file));
    if (same_value(before, value)) return {};
    LODESTONE_TRY(write_setting(file, value));
    LODESTONE_ASSIGN(const std::string now, read_setting(file));
    if (!same_value(now, value)) {
      LODESTONE_TRY(note(path, change->before, now));
      return fail(ErrorCode::failed, path + " did not take '" + value + "'",
                  "it reads '" + now + "'");
    }
    return {};
  }

  // Forgets settings that still have their first value.
  void drop_unchanged() {
    std::erase_if(changes, [&](const HeldSetting& change) {
      const auto now = read_setting(root + change.path);
      return now && same_value(*now, change.before) && !same_value(change.before, change.after);
    });
    publish_restore_plan(this, root, changes, journaled, journal.path);
  }

  Result<void> restore() {
    Result<void> first;
    if (owner != getpid()) return first;
    std::vector<HeldSetting> left;
    for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
      const auto now = read_setting(root + change->path);
      if (now && same_value(*now, change->before)) continue;
      if (now && !is_ours(journaled, change->path, *now)) {
        if (first)
          first = fail(ErrorCode::failed, left_text(change->path, *now),
                       "somebody else changed it meanwhile",
                       "before this run it was '" + change->before + "'");
        continue;
      }
      if (auto wrote = write_setting(root + change->path, change->before); !wrote) {
        if (first) first = wrote;
        left.push_back(*change);
      }
    }
    std::reverse(left.begin(), left.end());
    changes = left;
    publish_restore_plan(this, root, changes, journaled, journal.path);
    // With something left, the journal stays for the next start to try again.
    if (changes.empty() && journal.file.valid()) {
      unlink(journal.path.c_str());
      journal = OpenJournal{};
    }
    return first;
  }
};

SettingsGuard::SettingsGuard(std::unique_ptr<State> state) : state_(std::move(state)) {}
SettingsGuard::SettingsGuard(SettingsGuard&&) noexcept = default;
SettingsGuard& SettingsGuard::operator=(SettingsGuard&& other) noexcept {
  if (this != &other) {
    if (state_) (void)state_->restore();
    state_ = std::move(other.state_);
  }
  return *this;
}
SettingsGuard::~SettingsGuard() {
  if (state_) (void)state_->restore();
}

Result<SettingsGuard> SettingsGuard::open(const std::string& journal_folder,
                                          const std::string& root) {
  auto state = std::make_unique<State>();
  LODESTONE_ASSIGN(state->folder, settings_folder(journal_folder));
  state->root = root;
  return SettingsGuard(std::move(state));
}

Result<void> SettingsGuard::set(const Setting& setting) {
  const std::vector<std::string> paths = expand(state_->root, setting.path);
  if (paths.empty())
    return fail(ErrorCode::not_found, "no file matches " + setting.path,
                "this kernel or machine does not have the setting",
                "look for its name with ls, or leave it out");
  LODESTONE_TRY(state_->record(paths, setting.value));
  for (const std::string& path : paths)
    if (auto done = state_->apply(path, setting.value); !done) {
      state_->drop_unchanged();
      return done;
    }
  return {};
}

Result<void> SettingsGuard::restore() {
  return state_->restore();
}

const std::vector<HeldSetting>& SettingsGuard::changes() const {
  return state_->changes;
}

std::vector<std::string> restore_stale_settings(const std::string& journal_folder,
                                                const std::string& root) {
  std::vector<std::string> lines;
  for (const std::string& folder : existing_settings_folders(journal_folder)) {
    if (journal_paths(folder, ".settings").empty()) continue;
    const auto lock = lock_folder(folder);
    if (!lock) continue;
    for (const FoundJournal& journal : find_journals(folder, root, {})) {
      if (journal.alive || !journal.file.valid()) continue;
      if (!journal.this_boot || put_back(journal, root, lines)) unlink(journal.path.c_str());
    }
  }
  if (journal_folder.empty() && geteuid() != 0)
    if (std::string warning = warning_of_root_journals(); !warning.empty())
      lines.push_back(std::move(warning));
  return lines;
}

}  // namespace lodestone
