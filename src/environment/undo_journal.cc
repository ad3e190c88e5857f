// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/undo_journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "base/json.h"
#include "base/text.h"
#include "environment/setting_journal.h"
#include "sys/process.h"

namespace lodestone {
namespace {

Result<void> run_undo(const std::string& text, double timeout_seconds,
                      const std::string& directory = {}) {
  Command command;
  command.directory = directory;
  command.through_interrupts = true;
  command.words = {"/bin/sh", "-c", text};
  command.merge_stderr = true;
  command.timeout_seconds = timeout_seconds;
  LODESTONE_ASSIGN(const Finished finished, run_command(command));
  if (!finished.succeeded())
    return fail(ErrorCode::failed, "the command that undoes a set-up failed: " + text,
                describe(finished) + (finished.output.empty() ? "" : ": " + finished.output),
                "put it back by hand");
  return {};
}

}  // namespace

struct UndoJournal::State {
  std::string folder, path;
  Fd file;
  pid_t owner = getpid();
  std::vector<std::string> owed;

  // The whole list each time: short, and never half of a line.
  Result<void> write() {
    std::error_code ignored;
    std::string text = to_line({{"boot_id", boot_id()},
                                {"process", getpid()},
                                {"directory", std::filesystem::current_path(ignored).string()}}) +
                       "\n";
    for (const auto& command : owed) text += to_line({{"undo", command}}) + "\n";
    if (!file.valid()) {
      path = folder + "/" + host_name() + "-" + std::to_string(getpid()) + ".undo";
      file = Fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
      if (!file.valid()) return fail_errno("cannot create " + path, errno);
      flock(file.get(), LOCK_EX | LOCK_NB);
    }
    // Appending then cutting keeps every owed command on the disk at all times.
    if (ftruncate(file.get(), 0) != 0 || lseek(file.get(), 0, SEEK_SET) != 0)
      return fail_errno("cannot write " + path, errno);
    LODESTONE_TRY(write_all(file.get(), text));
    if (fsync(file.get()) != 0 && errno != EINVAL) return fail_errno("cannot write " + path, errno);
    return {};
  }
};

UndoJournal::UndoJournal(std::unique_ptr<State> state) : state_(std::move(state)) {}
UndoJournal::UndoJournal(UndoJournal&&) noexcept = default;
UndoJournal& UndoJournal::operator=(UndoJournal&&) noexcept = default;

UndoJournal::~UndoJournal() {
  if (!state_ || state_->owner != getpid()) return;
  auto owed = state_->owed;
  std::reverse(owed.begin(), owed.end());
  for (const auto& command : owed) (void)pay(command);
  if (state_->file.valid() && state_->owed.empty()) unlink(state_->path.c_str());
}

Result<UndoJournal> UndoJournal::open(const std::string& folder) {
  auto state = std::make_unique<State>();
  LODESTONE_ASSIGN(state->folder, settings_folder(folder));
  return UndoJournal(std::move(state));
}

Result<void> UndoJournal::owe(const std::string& command) {
  state_->owed.push_back(command);
  auto wrote = state_->write();
  if (!wrote) state_->owed.pop_back();
  return wrote;
}

Result<void> UndoJournal::pay(const std::string& command, double timeout_seconds) {
  LODESTONE_TRY(run_undo(command, timeout_seconds));
  auto& owed = state_->owed;
  if (auto found = std::find(owed.rbegin(), owed.rend(), command); found != owed.rend())
    owed.erase(std::next(found).base());
  return state_->write();
}

const std::vector<std::string>& UndoJournal::owed() const {
  return state_->owed;
}

std::vector<std::string> run_stale_undos(const std::string& folder) {
  std::vector<std::string> lines;
  std::vector<std::string> paths;
  for (const std::string& place : existing_settings_folders(folder))
    for (std::string& path : journal_paths(place, ".undo")) paths.push_back(std::move(path));
  for (const auto& path : paths) {
    Fd file(open(path.c_str(), O_RDWR | O_CLOEXEC));
    if (!file.valid() || flock(file.get(), LOCK_EX | LOCK_NB) != 0) continue;  // its process lives
    const auto text = read_file(path, 16 << 20);
    if (!text) continue;
    bool this_boot = false;
    std::string directory;
    std::vector<std::string> owed;
    for (const std::string_view line : split(*text, '\n')) {
      const auto document = parse_json(line);
      if (!document || !document->is_object()) continue;
      if (document->contains("boot_id")) this_boot = document->value("boot_id", "") == boot_id();
      if (document->contains("directory")) directory = document->value("directory", "");
      if (document->contains("undo")) owed.push_back(document->value("undo", ""));
    }
    // A reboot undid the rest, or nobody knows what it left: running old commands blindly would be
    // worse.
    if (this_boot) {
      std::reverse(owed.begin(), owed.end());
      for (const auto& command : owed) {
        auto done = run_undo(command, 60, directory);
        lines.push_back(done ? "undid what a killed run had set up: " + command
                             : "could not undo what a killed run had set up: " + command + " (" +
                                   std::string(trim(done.error().why)) + "): do it by hand");
      }
    }
    // Tried once: what cannot be undone is said, and not tried at every start from now on.
    unlink(path.c_str());
  }
  return lines;
}

}  // namespace lodestone
