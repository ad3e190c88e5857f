// SPDX-License-Identifier: GPL-2.0-or-later
// The laboratory's results for people.
#pragma once

#include <string>

#include "lab/granule.h"
#include "lab/queue.h"
#include "lab/replay.h"

namespace lodestone {

std::string report_granule(const lab::Granule& granule);
std::string report_queue(const lab::Queue& queue);
std::string report_replay(const lab::Replay& replay);

}  // namespace lodestone
