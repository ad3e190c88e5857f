// SPDX-License-Identifier: GPL-2.0-or-later
// /proc, /sys, /etc and /run behind a root folder that tests can replace by a fixture tree.
// Everything that reads facts of the machine takes a Root; nothing opens /proc or /sys by itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace lodestone {

class Root {
 public:
  // "" is the machine itself; otherwise a folder without a trailing slash.
  explicit Root(std::string prefix = {}) : prefix_(std::move(prefix)) {}

  bool real() const { return prefix_.empty(); }
  std::string path(std::string_view absolute) const { return prefix_ + std::string(absolute); }
  bool exists(std::string_view absolute) const;
  // The whole file (at most 16 MiB).
  Result<std::string> read(std::string_view absolute) const;
  // The whole file, or "" where it cannot be read.
  std::string text(std::string_view absolute) const;
  // The file's first line without blanks around it; nothing if it cannot be read or is empty.
  std::optional<std::string> line(std::string_view absolute) const;
  std::optional<long long> integer(std::string_view absolute) const;
  // Names in a folder, sorted; none if it cannot be read.
  std::vector<std::string> list(std::string_view absolute) const;
  // What a symbolic link says; nothing if it is none.
  std::optional<std::string> link(std::string_view absolute) const;

 private:
  std::string prefix_;
};

// The value of "Key : value" or "Key=value" in a text of such lines, without quotes; the first such
// line counts.
std::optional<std::string> field(std::string_view text, std::string_view key, char separator);

}  // namespace lodestone
