// SPDX-License-Identifier: GPL-2.0-or-later
// The filesystem of the working directory: file tests measure it.
#include <filesystem>

#include "base/text.h"
#include "environment/check.h"
#include "sys/filesystem.h"

namespace lodestone::check_filesystem {
namespace {

CheckResult look(const Root& root) {
  std::error_code ignored;
  const auto found =
      filesystem_of(root, root.real() ? std::filesystem::current_path(ignored).string() : "/");
  if (!found) return {CheckState::unknown, "that of the working directory is not known", "", {}};
  const std::string text = found->type + (found->mount.empty() ? "" : " at " + found->mount);
  const bool slow = found->type == "overlay" || found->type.starts_with("nfs") ||
                    found->type.starts_with("fuse") || found->type == "9p" || found->type == "cifs";
  return {slow ? CheckState::warning : CheckState::good,
          text,
          "",
          {},
          slow ? "run with --directory on a local filesystem" : ""};
}

}  // namespace

extern const Check check_filesystem{"D022 filesystem",
                                    "overlay and network filesystems cost several times what ext4 "
                                    "or tmpfs do; both sides must have the same",
                                    look};

}  // namespace lodestone::check_filesystem
