// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/archive.h"

#include <fmt/format.h>
#include <sys/stat.h>

namespace lodestone::exact {

void Archive::add(std::string_view path, unsigned mode, std::string_view content, unsigned major,
                  unsigned minor) {
  // magic, inode, mode, uid, gid, links, time, size, device of the file (2), device it is (2),
  // length of the name with its zero, checksum. Name and content are padded to four bytes.
  bytes_ += fmt::format(
      "070701{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}",
      next_++, mode, 0, 0, 1, 0, content.size(), 0, 0, major, minor, path.size() + 1, 0);
  bytes_ += path;
  bytes_ += '\0';
  bytes_.resize((bytes_.size() + 3) & ~size_t{3}, '\0');
  bytes_ += content;
  bytes_.resize((bytes_.size() + 3) & ~size_t{3}, '\0');
}

void Archive::add_directory(std::string_view path, unsigned mode) {
  add(path, S_IFDIR | mode, {}, 0, 0);
}

void Archive::add_file(std::string_view path, std::string_view content, unsigned mode) {
  add(path, S_IFREG | mode, content, 0, 0);
}

void Archive::add_character_device(std::string_view path, unsigned major, unsigned minor,
                                   unsigned mode) {
  add(path, S_IFCHR | mode, {}, major, minor);
}

std::string Archive::finish() {
  add("TRAILER!!!", 0, {}, 0, 0);
  return std::move(bytes_);
}

}  // namespace lodestone::exact
