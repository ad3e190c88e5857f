// SPDX-License-Identifier: GPL-2.0-or-later
// The closed list of causes that an explanation may name.
#pragma once

#include <string_view>

namespace lodestone::explain {

enum class VerdictClass {
  identical,      // the two sides are the same bytes, or nothing at all differs
  hot_code,       // instructions of code that runs changed
  hot_constants,  // only constants of hot code changed: struct layout
  data_layout,    // only the places of data changed
  text_layout,    // only the places of functions changed
  nothing,        // nothing in the images matters: environment or noise
  environment,    // configuration, compiler, command line or machine differ
  undecidable,    // inputs are missing
};

// "hot-code", ...: the words of lodestone.explanation/1.
std::string_view name_of(VerdictClass verdict);
// "the code that runs changed", ...: a clause for people.
std::string_view describe(VerdictClass verdict);

enum class Strength { none, weak, moderate, strong };
std::string_view name_of(Strength strength);
// 0.75, 0.5 and 0.25 are the bounds: docs/explain.md tells what earns how much.
Strength strength_of(double certainty);

}  // namespace lodestone::explain
