// SPDX-License-Identifier: GPL-2.0-or-later
// The catalogue of built-in workloads, and where their programs are.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/metric.h"
#include "workload/workload.h"

namespace lodestone {

// All built-in workloads, by folder and name.
extern const std::span<const lodestone_workload* const> workload_table;

const lodestone_workload* find_workload(std::string_view id);
// What people write for workloads: a group of UnixBench's (index, fs), a bare name of its tests
// (pipe), an id, a glob (scale/*), a suite (lat), or a bare name that one workload alone has. In
// the order of the group, else of the catalogue. Errors: not_found, which names near ones; usage,
// where several workloads have the bare name.
Result<std::vector<const lodestone_workload*>> workloads_named(const std::string& name);
// All that the names mean, in catalogue order, each once. Errors as above.
Result<std::vector<const lodestone_workload*>> find_workloads(
    const std::vector<std::string>& patterns);

// Whether the workload has a parameter of that name.
bool declares(const lodestone_workload& workload, std::string_view parameter);

// Its tasks block and wake each other in every operation ("context-switch" in `exercises`).
bool switches_tasks(const lodestone_workload& workload);

// The main metric: WORKLOAD.rate or WORKLOAD.time.
Metric main_metric(const lodestone_workload& workload);
// Metrics of `quantities`.
std::vector<Metric> further_metrics(const lodestone_workload& workload);
// The main number of counted operations and seconds
// under these parameters (absent ones have their default).
double main_value(const lodestone_workload& workload, double operations, double seconds,
                  const std::map<std::string, std::string>& parameters);

// The workload's program: LODESTONE_LIBEXEC, else ../libexec/lodestone beside the folder of the
// running binary. Errors: not_found.
Result<std::string> workload_program(const lodestone_workload& workload);
// The folder that holds the programs. Errors: not_found (this program's own place is not known).
Result<std::string> libexec_directory();

}  // namespace lodestone
