// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/filesystem.h"

#include <linux/magic.h>
#include <stdlib.h>
#include <sys/vfs.h>

#include <memory>

#include "base/text.h"

namespace lodestone {
namespace {

// mountinfo writes blanks, tabs, newlines and backslashes as \ooo.
std::string unescape(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    auto octal = [&](size_t k) { return k < text.size() && text[k] >= '0' && text[k] <= '7'; };
    if (text[i] == '\\' && octal(i + 1) && octal(i + 2) && octal(i + 3)) {
      out += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                               (text[i + 3] - '0'));
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

// Within a chroot no mount may hold the folder; statfs(2) still tells the kind. "" if unknown.
std::string type_by_magic(const std::string& folder) {
  struct statfs about{};
  if (::statfs(folder.c_str(), &about) != 0) return "";
  constexpr long xfs_magic = 0x58465342, zfs_magic = 0x2fc12fc1;  // not in linux/magic.h
  switch (static_cast<long>(about.f_type)) {
    case EXT4_SUPER_MAGIC:
      return "ext4";  // ext2 and ext3 have the same number
    case TMPFS_MAGIC:
      return "tmpfs";
    case BTRFS_SUPER_MAGIC:
      return "btrfs";
    case OVERLAYFS_SUPER_MAGIC:
      return "overlay";
    case NFS_SUPER_MAGIC:
      return "nfs";
    case F2FS_SUPER_MAGIC:
      return "f2fs";
    case xfs_magic:
      return "xfs";
    case zfs_magic:
      return "zfs";
    default:
      return "";
  }
}

}  // namespace

Result<Filesystem> filesystem_of(const Root& root, const std::string& folder) {
  std::string real = folder;
  if (root.real()) {
    std::unique_ptr<char, decltype(&::free)> resolved(::realpath(folder.c_str(), nullptr), &::free);
    if (!resolved) return fail(ErrorCode::not_found, "there is no folder " + folder);
    real = resolved.get();
  }
  Filesystem best;
  bool found = false;
  const std::string mounts = root.text("/proc/self/mountinfo");
  for (std::string_view line : split(mounts, '\n')) {
    const size_t dash = line.find(" - ");
    if (dash == std::string_view::npos) continue;
    const auto left = words(line.substr(0, dash)), right = words(line.substr(dash + 3));
    if (left.size() < 6 || right.size() < 2) continue;
    const std::string mount = unescape(left[4]);
    const bool holds = mount == "/" || real == mount || real.starts_with(mount + "/");
    // A later line covers an earlier one at the same place.
    if (!holds || (found && mount.size() < best.mount.size())) continue;
    best = {std::string(right[0]), mount, unescape(right[1]), std::string(left[5])};
    found = true;
  }
  if (!found && root.real()) {
    best.type = type_by_magic(real);
    found = !best.type.empty();
  }
  if (!found)
    return fail(ErrorCode::not_found, "the filesystem of " + folder + " is not known",
                "/proc/self/mountinfo does not name it");
  return best;
}

}  // namespace lodestone
