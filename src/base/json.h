// SPDX-License-Identifier: GPL-2.0-or-later
// Json: nlohmann's ordered document. Headers see only its forward declaration; a .cc that builds or
// reads one includes <nlohmann/json.hpp> itself.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace lodestone {

using Json = nlohmann::ordered_json;

// The document as text with two-space indentation; bytes that are not UTF-8 become U+FFFD.
// Non-finite numbers become null.
std::string to_text(const Json& document);
// One line, no indentation (for NDJSON and the store).
std::string to_line(const Json& document);
// Errors: ErrorCode::unreadable with the position.
Result<Json> parse_json(std::string_view text);

// A finite number, or null.
Json number(double value);
Json number(const std::optional<double>& value);

}  // namespace lodestone
