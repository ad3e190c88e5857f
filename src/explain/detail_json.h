// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of lodestone.explanation/1 on code, structs and settings.
#pragma once

#include "base/json.h"
#include "explain/analysis.h"

namespace lodestone::explain {

Json code_json(const Analysis& analysis);     // null where code was not compared
Json structs_json(const Analysis& analysis);  // null without types
Json settings_json(const Settings& settings);
Json counts_json(const Analysis& analysis);

}  // namespace lodestone::explain
