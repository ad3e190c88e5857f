// SPDX-License-Identifier: GPL-2.0-or-later
// Kernel functions that a workload is known to run. Only a stand-in where no profile and no exact
// counts are given, and named as such wherever it decides.
#pragma once

#include <string>
#include <string_view>

namespace lodestone::explain {

// How a function comes to be called hot.
enum class HotBy { none, everything, workload };

// `workload` is an id such as "unixbench/syscall"; empty: unknown. `everything`: on the way of
// every system call, fault, interrupt or switch.
HotBy known_hot(std::string_view function, std::string_view workload);
// How early on those common ways a function stands, from the entry of a system call on; a large
// number for others.
size_t common_position(std::string_view function);
// A workload of this program that runs the function; empty where none is known.
std::string_view workload_that_runs(std::string_view function);
// The workload of this program that does what a program or test of that name does ("./mmap-perf",
// "shell8"); empty where none is known.
std::string_view workload_near(std::string_view program);

}  // namespace lodestone::explain
