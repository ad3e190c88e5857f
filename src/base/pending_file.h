// SPDX-License-Identifier: GPL-2.0-or-later
// A file whose content comes later: opened now, so that a bad path is known before the work begins,
// and put in place whole. Readers see the old file or the new one, never a part.
#pragma once

#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace lodestone {

class PendingFile {
 public:
  // Creates a temporary file beside the file that `path` means (through symbolic links). A path
  // that is no ordinary file (a pipe, /dev/stdout) is itself opened. Errors: those of open(2); io
  // for a folder.
  static Result<PendingFile> create(const std::string& path);

  PendingFile(PendingFile&& other) noexcept;
  PendingFile& operator=(PendingFile&& other) noexcept;
  // What was not committed is removed.
  ~PendingFile();

  // A part of the contents. Errors: no_space, io.
  Result<void> write(std::string_view bytes);
  // Writes the last part, syncs and renames, once.
  Result<void> commit(std::string_view bytes = {});

  // As given to create().
  const std::string& path() const { return path_; }

 private:
  PendingFile() = default;
  void discard();

  Fd fd_;
  std::string path_, target_;
  std::string temporary_;  // empty: `fd_` is the target itself
};

}  // namespace lodestone
