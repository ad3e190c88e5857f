// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/fixture.h"

#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace lodestone {

FixtureTree::FixtureTree() {
  const char* place = ::getenv("TMPDIR");
  folder_ = std::string(place && *place ? place : "/tmp") + "/lodestone-tree-XXXXXX";
  if (!::mkdtemp(folder_.data())) {
    std::perror(folder_.c_str());
    std::abort();
  }
}

FixtureTree::~FixtureTree() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

FixtureTree& FixtureTree::file(std::string_view absolute, std::string_view text) {
  const std::filesystem::path path = folder_ + std::string(absolute);
  std::error_code problem;
  std::filesystem::create_directories(path.parent_path(), problem);
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (problem || !out.flush()) {
    std::perror(path.c_str());
    std::abort();
  }
  return *this;
}

FixtureTree& FixtureTree::bundle(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::perror(path.c_str());
    std::abort();
  }
  std::string line, name, text;
  while (std::getline(in, line)) {
    if (line.rfind("=== ", 0) != 0) {
      text += line + "\n";
      continue;
    }
    if (!name.empty()) file(name, text);
    name = line.substr(4);
    text.clear();
  }
  if (!name.empty()) file(name, text);
  return *this;
}

FixtureTree& FixtureTree::remove(std::string_view absolute) {
  std::error_code ignored;
  std::filesystem::remove_all(folder_ + std::string(absolute), ignored);
  return *this;
}

}  // namespace lodestone
