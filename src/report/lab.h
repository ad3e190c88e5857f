// SPDX-License-Identifier: GPL-2.0-or-later
// The laboratory's results for people.
#pragma once

#include <string>

#include "lab/granule.h"

namespace lodestone {

std::string report_granule(const lab::Granule& granule);

}  // namespace lodestone
