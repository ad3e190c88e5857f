// SPDX-License-Identifier: GPL-2.0-or-later
// A side in the form of a run, for the writers.
#pragma once

#include "model/run.h"
#include "model/side.h"

namespace lodestone {

// A run of method `read`. Copies that nobody told are 1.
Run run_of(const Side& side);

}  // namespace lodestone
