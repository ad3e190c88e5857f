// SPDX-License-Identifier: GPL-2.0-or-later
// A reading as plain lines, one fact a line: what the golden results of tests/fixtures hold.
#pragma once

#include <string>

#include "model/reading.h"

namespace lodestone {

std::string dump(const Reading& reading);

}  // namespace lodestone
