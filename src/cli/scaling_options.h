// SPDX-License-Identifier: GPL-2.0-or-later
// The options of `run` that concern task counts and their placement.
#pragma once

#include "cli/verb.h"
#include "measure/scaling_plan.h"

namespace lodestone {

inline constexpr Option option_tasks{"--tasks", "LIST",
                                     "task counts of a scaling run: 1,4,6,8, 50%,100%, 1-4, sweep"};
inline constexpr Option option_smt{
    "--smt", nullptr, "place tasks on hardware threads in topology order, not on cores first"};
inline constexpr Option option_no_affinity{"--no-affinity", nullptr,
                                           "let the scheduler place the tasks"};
inline constexpr Option option_node{"--node", "N", "place the tasks on CPUs of one NUMA node"};
inline constexpr Option option_interval{"--interval", "TIME",
                                        "length of an interval of the series that is kept"};

// Errors: usage.
Result<ScalingRequest> scaling_request(const Arguments& arguments);

}  // namespace lodestone
