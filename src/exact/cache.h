// SPDX-License-Identifier: GPL-2.0-or-later
// Results by content: the same kernel, guest, workloads, options and emulator give the same counts,
// so they are booted once. One folder an entry; an entry is complete when it has its last file,
// which is renamed into place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace lodestone::exact {

class Cache {
 public:
  // An empty directory: LODESTONE_CACHE, else XDG_CACHE_HOME/lodestone/exact, else
  // ~/.cache/lodestone/exact. With `enabled` false nothing is found and nothing kept.
  Cache(std::string directory, bool enabled);

  // `key` is any text; the entry's name is its fingerprint, and the text itself is compared. The
  // parts as stored.
  std::optional<std::vector<std::string>> find(const std::string& key) const;
  // Failing to store is no error of the measurement: the caller reports it as a finding.
  Result<void> store(const std::string& key, const std::vector<std::string>& parts) const;
  const std::string& directory() const { return directory_; }

 private:
  std::string directory_;
  bool enabled_;
};

}  // namespace lodestone::exact
