// SPDX-License-Identifier: GPL-2.0-or-later
// A remark: what a sharp reader would point out about a comparison. One file each in
// compare/remarks; remarks add findings and never change a verdict.
#pragma once

#include <span>

#include "model/comparison.h"
#include "model/side.h"

namespace lodestone {

struct Remark {
  const char* name;
  void (*on_pair)(const Side& base, const Side& new_, PairComparison& pair);  // may be null
  // After all pairs; `statements` are numbers that the text itself claims. May be null.
  void (*on_all)(Comparison& comparison, const std::vector<Claim>& statements);
};

extern const std::span<const Remark* const> remarks;

}  // namespace lodestone
