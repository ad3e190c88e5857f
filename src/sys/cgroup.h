// SPDX-License-Identifier: GPL-2.0-or-later
// Limits that control groups put on this process (Documentation/admin-guide/cgroup-v2.rst and
// cgroup-v1/).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sys/root.h"

namespace lodestone {

// CPUs' worth of time: the smallest quota/period among this process's group and its ancestors;
// nothing if unlimited.
std::optional<double> cgroup_cpu_quota(const Root& root);
// Bytes; nothing if unlimited.
std::optional<long long> cgroup_memory_limit(const Root& root);

}  // namespace lodestone
