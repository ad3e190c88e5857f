// SPDX-License-Identifier: GPL-2.0-or-later
// Which filesystem a folder is on. File workloads measure it, so it is part of the record.
#pragma once

#include <string>

#include "base/result.h"
#include "sys/root.h"

namespace lodestone {

struct Filesystem {
  std::string type;     // "ext4", "tmpfs", "overlay", "fuse.sshfs"
  std::string mount;    // where it is mounted
  std::string device;   // "/dev/vda1"
  std::string options;  // "rw,relatime"
};

// By the longest mount point in /proc/self/mountinfo that holds the folder's real path; where none
// does (within a chroot) the type alone, by statfs(2). Errors: not_found.
Result<Filesystem> filesystem_of(const Root& root, const std::string& folder);

}  // namespace lodestone
