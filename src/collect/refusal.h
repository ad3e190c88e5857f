// SPDX-License-Identifier: GPL-2.0-or-later
// Why perf_event_open(2) refused an event, and what to do about it.
#pragma once

#include <string>

#include "base/result.h"

namespace lodestone {

// `problem` is an errno of perf_event_open(2). Codes: not_found (no such counter here), permission,
// failed.
Error refusal(int problem, std::string what);

}  // namespace lodestone
