// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once
// nlohmann/json.hpp for the precompiled header. Its literal operator ""_json, an inline function that nothing here
// uses, makes every compilation instantiate the parser: half of what including the precompiled header costs. As the
// body of a template it is instantiated where it is called, that is nowhere.
#define _json(text, size) _json(text, size); template <int = 0> nlohmann::json parse_literal(text, size)
#include <nlohmann/json.hpp>
#undef _json
