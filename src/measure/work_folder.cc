// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/work_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>

namespace lodestone {
namespace {

constexpr const char* beginning = "lodestone-";
constexpr size_t random_letters = 6;
// A folder younger than this may be between its making and its lock.
constexpr time_t settling_seconds = 5;

namespace fs = std::filesystem;

void remove_with_siblings(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  const std::string sibling = folder.filename().string() + ".";
  for (fs::directory_iterator at(folder.parent_path(), ignored), end; !ignored && at != end;
       at.increment(ignored))
    if (at->path().filename().string().starts_with(sibling)) {
      std::error_code failed;
      fs::remove_all(at->path(), failed);
    }
}

bool is_abandoned(const fs::path& folder) {
  struct stat info{};
  if (lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid())
    return false;
  if (info.st_mtime + settling_seconds > time(nullptr)) return false;
  const Fd fd(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  return fd.valid() && flock(fd.get(), LOCK_EX | LOCK_NB) == 0;
}

void remove_abandoned(const std::string& parent) {
  std::error_code ignored;
  for (fs::directory_iterator at(parent, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(beginning) &&
        name.size() == std::char_traits<char>::length(beginning) + random_letters &&
        is_abandoned(at->path()))
      remove_with_siblings(at->path());
  }
}

}  // namespace

Result<WorkFolder> WorkFolder::make(const std::string& wanted) {
  const char* temporary = std::getenv("TMPDIR");
  const std::string parent = !wanted.empty()           ? wanted
                             : temporary && *temporary ? temporary
                                                       : "/tmp";
  remove_abandoned(parent);
  std::string path = parent + "/" + beginning + std::string(random_letters, 'X');
  if (!mkdtemp(path.data()))
    return fail_errno("cannot make a folder in " + parent, errno, "name another with --directory");
  // Programs that we start must not hold the lock on: they may outlive us by a moment.
  Fd lock(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock.valid() || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    const int problem = errno;
    rmdir(path.c_str());
    return fail_errno("cannot lock " + path, problem);
  }
  return WorkFolder(std::move(path), std::move(lock));
}

WorkFolder::~WorkFolder() {
  if (!path_.empty()) remove_with_siblings(path_);
}

}  // namespace lodestone
