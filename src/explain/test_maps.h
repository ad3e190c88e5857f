// SPDX-License-Identifier: GPL-2.0-or-later
// Small symbol maps for tests.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "explain/explanation.h"
#include "explain/load_side.h"

namespace lodestone::explain {

// Appends "ADDRESS TYPE NAME" lines.
class MapBuilder {
 public:
  MapBuilder& add(uint64_t address, char type, const std::string& name);
  std::string text() const { return text_; }

 private:
  std::string text_;
};

// The per-CPU tail of a small kernel, with the figures of a real pair of builds: `extra` is a
// per-CPU array of five u64 in kernel/fork.c, absent in the base. 400 functions and some data
// behind it do not move.
std::string percpu_map(bool extra);

// Loads two maps and explains them; fails the test on an error.
std::pair<Analysis, Explanation> explain_maps(const std::string& base, const std::string& next,
                                              Request request = {});

}  // namespace lodestone::explain
