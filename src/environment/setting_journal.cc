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

constexpr const char* system_folders[] = {"/run/lodestone", "/var/lib/lodestone"};

std::vector<std::string> user_folders() {
  std::vector<std::string> candidates;
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state && state[0] == '/') candidates.push_back(std::string(state) + "/lodestone");
  if (home && home[0] == '/') candidates.push_back(std::string(home) + "/.local/state/lodestone");
  candidates.push_back("/var/tmp/lodestone-" + std::to_string(getuid()));
  return candidates;
}

std::vector<std::string> candidate_folders() {
  std::vector<std::string> candidates = user_folders();
  if (geteuid() == 0)
    candidates.insert(candidates.begin(), std::begin(system_folders), std::end(system_folders));
  return candidates;
}

Result<std::string> first_writable(const std::vector<std::string>& candidates) {
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

// The process of HOST-PID.settings or HOST-PID.N.settings.
long long process_of(const std::string& name) {
  const size_t dash = name.rfind('-');
  if (dash == std::string::npos) return 0;
  return parse_integer(split(std::string_view(name).substr(dash + 1), '.')[0]).value_or(0);
}

}  // namespace

std::string host_name() {
  utsname names{};
  uname(&names);
  return replace_all(names.nodename, "/", "_");
}

std::string boot_id(const std::string& root) {
  const auto text = read_file(root + "/proc/sys/kernel/random/boot_id", 4096);
  return text ? std::string(trim(*text)) : std::string();
}

std::vector<std::string> existing_settings_folders(const std::string& wanted) {
  std::vector<std::string> found;
  for (const std::string& folder :
       wanted.empty() ? candidate_folders() : std::vector<std::string>{wanted})
    if (exists(folder) && std::find(found.begin(), found.end(), folder) == found.end())
      found.push_back(folder);
  return found;
}

Result<std::string> state_folder(const std::string& wanted) {
  return first_writable(wanted.empty() ? user_folders() : std::vector<std::string>{wanted});
}

Result<std::string> settings_folder(const std::string& wanted) {
  return first_writable(wanted.empty() ? candidate_folders() : std::vector<std::string>{wanted});
}

std::vector<std::string> journal_paths(const std::string& folder, const char* ending) {
  std::vector<std::string> paths;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename();
    if (name.ends_with(ending) && name.starts_with(host_name() + "-"))
      paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string warning_of_root_journals(const std::string& folder) {
  for (const char* ending : {".settings", ".undo"})
    for (const std::string& path : journal_paths(folder, ending)) {
      const long long process = process_of(path);
      if (process > 0 && !exists("/proc/" + std::to_string(process)))
        return "a run of root that was killed may have left settings changed (" + path +
               "); lodestone, run as root, puts them back";
    }
  return {};
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
  std::vector<FoundJournal> journals;
  const std::string boot = boot_id(root);
  for (const std::string& path : journal_paths(folder, ".settings"))
    if (path != own) journals.push_back(read_journal(path, boot));
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
