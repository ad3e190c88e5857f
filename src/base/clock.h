// SPDX-License-Identifier: GPL-2.0-or-later
// Times. Durations are int64 nanoseconds of CLOCK_MONOTONIC; points in time for people are UTC.
#pragma once

#include <cstdint>
#include <string>

namespace lodestone {

int64_t monotonic_ns();
int64_t utc_ns();  // since 1970
// "2026-11-30T12:00:00Z"
std::string utc_text(int64_t utc_nanoseconds);
std::string utc_now();

}  // namespace lodestone
