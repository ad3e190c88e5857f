// SPDX-License-Identifier: GPL-2.0-or-later
// Runs and a temporary folder for the tests of the store.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "model/run.h"

namespace lodestone {

// A folder that is removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    // In memory where possible: each commit syncs, and a busy disk would make the tests slow.
    std::string name = "/dev/shm/lodestone-store-test-XXXXXX";
    if (!mkdtemp(name.data())) {
      name = "/tmp/lodestone-store-test-XXXXXX";
      mkdtemp(name.data());
    }
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// A pass of two copies with windows and values; `number` makes passes differ. `windows` a copy.
Pass test_pass(int number, int windows = 3);
// A run with context, one workload of two metrics, and `passes` raw passes; no id.
Run test_run(const std::string& label, int passes);

}  // namespace lodestone
