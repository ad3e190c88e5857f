// SPDX-License-Identifier: GPL-2.0-or-later
// The folder in which a pass makes its files; gone when the pass is over, even if the tool was
// killed in between.
#pragma once

#include <string>
#include <utility>

#include "base/fd.h"
#include "base/result.h"

namespace lodestone {

class WorkFolder {
 public:
  // A new folder "lodestone-XXXXXX" inside `parent` ("": TMPDIR, else /tmp). The owner holds a lock
  // on it; folders of ours there whose owner is gone (killed before it could clean up) are removed
  // first. Errors: system errors.
  static Result<WorkFolder> make(const std::string& parent);

  WorkFolder(WorkFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  WorkFolder& operator=(WorkFolder&&) = delete;
  // Removes the folder, and what a program put beside it under its name and a dot.
  ~WorkFolder();

  const std::string& path() const { return path_; }

 private:
  WorkFolder(std::string path, Fd lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  std::string path_;
  Fd lock_;
};

}  // namespace lodestone
