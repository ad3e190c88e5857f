// SPDX-License-Identifier: GPL-2.0-or-later
// A throw-away tree of files for tests of what reads /proc and /sys.
#pragma once

#include <string>
#include <string_view>

#include "sys/root.h"

namespace lodestone {

class FixtureTree {
 public:
  FixtureTree();
  ~FixtureTree();
  FixtureTree(const FixtureTree&) = delete;
  FixtureTree& operator=(const FixtureTree&) = delete;

  // Writes a file and the folders above it; aborts the test program if that fails.
  FixtureTree& file(std::string_view absolute, std::string_view text);
  // A whole machine: the files of a bundle, each after a line "=== PATH" (tests/fixtures/machines).
  FixtureTree& bundle(const std::string& path);
  FixtureTree& remove(std::string_view absolute);
  Root root() const { return Root(folder_); }

 private:
  std::string folder_;
};

}  // namespace lodestone
