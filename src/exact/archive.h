// SPDX-License-Identifier: GPL-2.0-or-later
// Writes an initramfs: a cpio archive in the newc form
// (Documentation/driver-api/early-userspace/buffer-format.rst of Linux). The same entries give the
// same bytes: times, owners and inode numbers do not depend on the machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lodestone::exact {

class Archive {
 public:
  void add_directory(std::string_view path, unsigned mode = 0755);
  void add_file(std::string_view path, std::string_view content, unsigned mode = 0644);
  void add_character_device(std::string_view path, unsigned major, unsigned minor,
                            unsigned mode = 0600);
  // The whole archive; nothing can be added afterwards.
  std::string finish();

 private:
  void add(std::string_view path, unsigned mode, std::string_view content, unsigned major,
           unsigned minor);

  std::string bytes_;
  unsigned next_ = 1;
};

}  // namespace lodestone::exact
