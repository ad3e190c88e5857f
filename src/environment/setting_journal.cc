// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/setting_journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace lodestone {
namespace {

std::string host_name() {
  utsname names{};
  uname(&names);
  return replace_all(names.nodename, "/", "_");
}

std::string boot_id(const std::string& root) {
  const auto text = read_file(root + "/proc/sys/kernel/random/boot_id", 4096);
  return text ? std::string(trim(*text)) : std::string();
}

FoundJournal read_journal(const std::string& path, const std::string& boot) {
  FoundJournal found{.path = path};
  found.file = Fd(open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!found.file.valid()) found.file = Fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!found.file.valid()) return found;
  found.alive = flock(found.file.get(), LOCK_EX | LOCK_NB) != 0;
  const auto text = read_file(path, 64 << 20);
  if (!text) return found;
  for (const std::string_view line : split(*text, '\n')) {
    const auto document = parse_json(line);
    if (!document || !document->is_object())
      continue;  // a line cut by a crash: its setting was not touched yet
    if (document->contains("boot_id")) {
      found.this_boot = document->value("boot_id", "") == boot;
      found.process = document->value("process", 0LL);
    } else if (document->contains("path")) {
      found.changes.push_back({document->value("path", ""), document->value("before", ""),
                               document->value("after", "")});
    }
  }
  return found;
}

}  // namespace

namespace {

std::vector<std::string> candidate_folders(const std::string& wanted) {
  if (!wanted.empty()) return {wanted};
  std::vector<std::string> candidates;
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state && state[0] == '/') candidates.push_back(std::string(state) + "/lodestone");
  if (home && home[0] == '/') candidates.push_back(std::string(home) + "/.local/state/lodestone");
  candidates.push_back("/var/tmp/lodestone-" + std::to_string(getuid()));
  return candidates;
}

}  // namespace

std::string existing_settings_folder(const std::string& wanted) {
  for (const std::string& folder : candidate_folders(wanted))
    if (exists(folder + "/settings.lock")) return folder;
  return {};
}

Result<std::string> settings_folder(const std::string& wanted) {
  const std::vector<std::string> candidates = candidate_folders(wanted);
  Result<void> made;
  for (const std::string& folder : candidates) {
    made = make_directories(folder);
    if (made && access(folder.c_str(), W_OK) == 0) return folder;
  }
  if (made) made = fail_errno("cannot write to " + candidates.back(), EACCES);
  Error error = made.error();
  error.hint =
      "old settings must be on disk before they are changed; set XDG_STATE_HOME to a folder that "
      "can be written";
  return tl::unexpected<Error>(error);
}

Result<OpenJournal> create_journal(const std::string& folder, const std::string& root) {
  OpenJournal journal;
  journal.path = folder + "/" + host_name() + "-" + std::to_string(getpid()) + ".settings";
  // A stale journal of the same process number would be overwritten; restore_stale_settings has run
  // before.
  for (int suffix = 1; exists(journal.path); ++suffix)
    journal.path = folder + "/" + host_name() + "-" + std::to_string(getpid()) + "." +
                   std::to_string(suffix) + ".settings";
  journal.file =
      Fd(open(journal.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600));
  if (!journal.file.valid()) return fail_errno("cannot create " + journal.path, errno);
  flock(journal.file.get(), LOCK_EX | LOCK_NB);
  const Json head = {{"boot_id", boot_id(root)}, {"process", getpid()}};
  LODESTONE_TRY(write_all(journal.file.get(), to_line(head) + "\n"));
  Fd directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.valid()) fsync(directory.get());
  return journal;
}

Result<void> append_journal(const OpenJournal& journal, const std::vector<HeldSetting>& changes) {
  std::string lines;
  for (const HeldSetting& change : changes)
    lines +=
        to_line({{"path", change.path}, {"before", change.before}, {"after", change.after}}) + "\n";
  LODESTONE_TRY(write_all(journal.file.get(), lines));
  if (fsync(journal.file.get()) != 0 && errno != EINVAL)
    return fail_errno("cannot write " + journal.path, errno);
  return {};
}

std::vector<FoundJournal> find_journals(const std::string& folder, const std::string& root,
                                        const std::string& own) {
  std::vector<std::string> paths;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename();
    if (name.ends_with(".settings") && name.starts_with(host_name() + "-") && entry.path() != own)
      paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<FoundJournal> journals;
  const std::string boot = boot_id(root);
  for (const std::string& path : paths) journals.push_back(read_journal(path, boot));
  return journals;
}

Result<Fd> lock_folder(const std::string& folder) {
  const std::string path = folder + "/settings.lock";
  Fd lock(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.valid()) return fail_errno("cannot open " + path, errno);
  while (flock(lock.get(), LOCK_EX) != 0)
    if (errno != EINTR) return fail_errno("cannot lock " + path, errno);
  return lock;
}

}  // namespace lodestone
