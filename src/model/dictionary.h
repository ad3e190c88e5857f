// SPDX-License-Identifier: GPL-2.0-or-later
// The metric dictionary: what a printed name means. UnixBench titles, will-it-scale and LKP names,
// perf events. An unknown name keeps its printed form and is neutral.
#pragma once

#include <string_view>

#include "model/metric.h"

namespace lodestone {

// `format` is the format name of the text that printed it ("unixbench", "lkp", "perf-stat" ...),
// `unit` as printed.
Metric look_up_metric(std::string_view format, Name printed_name, Name unit = {});

}  // namespace lodestone
