// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/cache.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/fd.h"
#include "base/text.h"
#include "exact/arm.h"

namespace lodestone::exact {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string default_directory() {
  if (std::string given = environment("LODESTONE_CACHE"); !given.empty()) return given + "/exact";
  if (std::string given = environment("XDG_CACHE_HOME"); !given.empty())
    return given + "/lodestone/exact";
  std::string home = environment("HOME");
  return (home.empty() ? "/tmp" : home) + "/.cache/lodestone/exact";
}

}  // namespace

Cache::Cache(std::string directory, bool enabled)
    : directory_(directory.empty() ? default_directory() : std::move(directory)),
      enabled_(enabled) {}

// One file: a line with the sizes of key and parts, then all of them. A size that does not fit
// shows a cut file.
std::optional<std::vector<std::string>> Cache::find(const std::string& key) const {
  if (!enabled_) return std::nullopt;
  auto file = read_file(directory_ + "/" + fingerprint_of(key));
  if (!file) return std::nullopt;
  size_t newline = file->find('\n');
  if (newline == std::string::npos) return std::nullopt;
  std::vector<std::string> parts;
  size_t at = newline + 1;
  for (std::string_view word : words(std::string_view(*file).substr(0, newline))) {
    auto size = parse_integer(word);
    if (!size || *size < 0 || static_cast<size_t>(*size) > file->size() - at) return std::nullopt;
    parts.push_back(file->substr(at, static_cast<size_t>(*size)));
    at += static_cast<size_t>(*size);
  }
  if (at != file->size() || parts.empty() || parts[0] != key) return std::nullopt;
  parts.erase(parts.begin());
  return parts;
}

Result<void> Cache::store(const std::string& key, const std::vector<std::string>& parts) const {
  if (!enabled_) return {};
  std::string head = std::to_string(key.size());
  std::string body = key;
  for (const std::string& part : parts) {
    head += " " + std::to_string(part.size());
    body += part;
  }
  LODESTONE_TRY(make_directories(directory_));
  return write_file(directory_ + "/" + fingerprint_of(key), head + "\n" + body);
}

}  // namespace lodestone::exact
