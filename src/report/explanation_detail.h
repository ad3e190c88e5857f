// SPDX-License-Identifier: GPL-2.0-or-later
// What an explanation lists below its evidence: functions, structs, settings.
#pragma once

#include <string>

#include "explain/analysis.h"

namespace lodestone {

// Lines of at most 100 columns, indented by two; empty where there is nothing to say.
std::string code_detail(const explain::Analysis& analysis);
std::string struct_detail(const explain::Analysis& analysis);
std::string settings_detail(const explain::Analysis& analysis);

}  // namespace lodestone
