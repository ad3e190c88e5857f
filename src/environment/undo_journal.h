// SPDX-License-Identifier: GPL-2.0-or-later
// Commands that undo what a set-up command did, on the disk before the set-up runs: undone at exit,
// after a signal, and, after kill -9 within the same boot, by the next start.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace lodestone {

class UndoJournal {
 public:
  // `folder` empty: the folder of settings_folder().
  static Result<UndoJournal> open(const std::string& folder = {});
  UndoJournal(UndoJournal&&) noexcept;
  UndoJournal& operator=(UndoJournal&&) noexcept;
  ~UndoJournal();  // runs what is still noted

  // Durable when it returns: from now on `command` (for sh -c) is owed.
  Result<void> owe(const std::string& command);
  // Runs it and strikes it out. Errors: failed, with what the command printed; it stays owed then.
  Result<void> pay(const std::string& command, double timeout_seconds = 60);
  const std::vector<std::string>& owed() const;

 private:
  struct State;
  explicit UndoJournal(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Runs what killed programs of this boot still owe: one line each of what was done.
std::vector<std::string> run_stale_undos(const std::string& folder = {});

}  // namespace lodestone
