// SPDX-License-Identifier: GPL-2.0-or-later
// What `ab`, `calibrate` and `power` share: arms and subjects from a command line.
#pragma once

#include <memory>
#include <vector>

#include "cli/verb.h"
#include "measure/interleave/experiment.h"

namespace lodestone {

// --set-a and so on. Errors: usage.
Result<Arms> arms_from(const Arguments& arguments);

// Workloads ("NAME,key=VALUE", suites, patterns) and plug-ins, times the matrix of -P key=a,b,
// times
// --copies; or the whole commands after "--". A key that a workload does not take is left out of
// its matrix; one that none takes is an error. Errors: usage, not_found.
Result<std::vector<std::unique_ptr<Subject>>> subjects_from(const Arguments& arguments);

// The options of subjects: for the verbs' tables.
inline constexpr Option option_parameter{"-P", "KEY=A,B",
                                         "a parameter; several values make a matrix", true};
inline constexpr Option option_plugin{
    "--plugin", "FILE.so", "a workload of your own, see docs/adding-a-workload.md", true};
inline constexpr Option option_copies{"--copies", "N,M", "parallel tasks (default 1)"};
inline constexpr Option option_threads{"--threads", nullptr, "tasks are threads of one process"};
inline constexpr Option option_statistic{
    "--statistic", "NAME", "median, mean or p10 of a process's windows (default median)"};
inline constexpr Option option_timeout{"--timeout", "TIME", "of one process (default 10 minutes)"};

}  // namespace lodestone
