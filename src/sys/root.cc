// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/root.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/fd.h"
#include "base/text.h"

namespace lodestone {

bool Root::exists(std::string_view absolute) const {
  return lodestone::exists(path(absolute));
}

Result<std::string> Root::read(std::string_view absolute) const {
  return read_file(path(absolute), size_t{16} << 20);
}

std::string Root::text(std::string_view absolute) const {
  auto bytes = read(absolute);
  return bytes ? *std::move(bytes) : std::string();
}

std::optional<std::string> Root::line(std::string_view absolute) const {
  auto bytes = read(absolute);
  if (!bytes) return std::nullopt;
  std::string_view first = trim(split(*bytes, '\n')[0]);
  // Device tree strings end with a NUL.
  while (!first.empty() && first.back() == '\0') first.remove_suffix(1);
  if (first.empty()) return std::nullopt;
  return std::string(first);
}

std::optional<long long> Root::integer(std::string_view absolute) const {
  auto text = line(absolute);
  return text ? parse_integer(*text) : std::nullopt;
}

std::vector<std::string> Root::list(std::string_view absolute) const {
  std::vector<std::string> names;
  DIR* folder = ::opendir(path(absolute).c_str());
  if (!folder) return names;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  ::closedir(folder);
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<std::string> Root::link(std::string_view absolute) const {
  std::array<char, 4096> target;
  const ssize_t length = ::readlink(path(absolute).c_str(), target.data(), target.size());
  if (length < 0) return std::nullopt;
  return std::string(target.data(), static_cast<size_t>(length));
}

std::optional<std::string> field(std::string_view text, std::string_view key, char separator) {
  for (std::string_view line : split(text, '\n')) {
    const size_t at = line.find(separator);
    if (at == std::string_view::npos || trim(line.substr(0, at)) != key) continue;
    std::string_view value = trim(line.substr(at + 1));
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
        value.back() == value.front())
      value = value.substr(1, value.size() - 2);
    return std::string(value);
  }
  return std::nullopt;
}

}  // namespace lodestone
