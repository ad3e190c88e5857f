// SPDX-License-Identifier: GPL-2.0-or-later
// The tasks of a process and of everything that it has started.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "sys/root.h"

namespace lodestone {

struct Task {
  pid_t process = 0;
  pid_t id = 0;
  std::string folder() const;  // "/proc/PID/task/TID"
};

// The process, its descendants and all their threads, by /proc/PID/task/TID/children; `process`
// alone where it cannot be seen.
std::vector<Task> tasks_of(const Root& root, pid_t process);

}  // namespace lodestone
