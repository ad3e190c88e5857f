// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a printed title belongs to a format: what lets a hand-made table be recognised.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lodestone {

// "unixbench", "perf-stat-columns" or "lmbench"; a unit in brackets ("task clock ticks (msecs)") is
// taken off the title.
std::optional<std::string> known_title(std::string& title, std::string& unit);

// perf's event names, new and old: "cycles", "CPU cycles", "cache-misses:u", "pagefaults",
// "armv8_pmuv3_0/l1d_cache/".
bool is_perf_event(std::string_view name);

}  // namespace lodestone
