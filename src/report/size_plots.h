// SPDX-License-Identifier: GPL-2.0-or-later
// Plots of the sweeps of a run: workloads that ran under at least three sizes.
#pragma once

#include <string>

#include "model/run.h"

namespace lodestone {

// The plots, each headed by what it shows; "" if the run holds no sweep. The passes of bw/mem_* and
// of bw/stream_* share one plot each.
std::string size_plots(const Run& run);

}  // namespace lodestone
