// SPDX-License-Identifier: GPL-2.0-or-later
// What the plugin needs to know of a kernel: where its functions begin, which addresses begin
// interrupts, task switches and softirqs (the form is in exact/plugin/plan.h).
#pragma once

#include <string>
#include <vector>

#include "model/finding.h"
#include "sys/kernel_image.h"
#include "sys/symbol_map.h"

namespace lodestone::exact {

// `findings` says what cannot be told apart because a symbol is missing.
std::string tracking_plan(const SymbolMap& symbols, Architecture architecture,
                          std::vector<Finding>& findings);

// The functions in the order in which the plan numbers them, one an address.
std::vector<const Symbol*> plan_symbols(const SymbolMap& symbols);

}  // namespace lodestone::exact
