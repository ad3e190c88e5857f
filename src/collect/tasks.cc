// SPDX-License-Identifier: GPL-2.0-or-later
#include "collect/tasks.h"

#include <set>

#include "base/text.h"
#include "collect/lines.h"

namespace lodestone {

std::string Task::folder() const {
  return "/proc/" + std::to_string(process) + "/task/" + std::to_string(id);
}

std::vector<Task> tasks_of(const Root& root, pid_t process) {
  std::vector<Task> tasks;
  std::set<pid_t> seen;
  std::vector<pid_t> processes{process};
  while (!processes.empty()) {
    const pid_t next = processes.back();
    processes.pop_back();
    if (!seen.insert(next).second) continue;
    for (const std::string& name : root.list("/proc/" + std::to_string(next) + "/task")) {
      const auto id = to_count(name);
      if (!id) continue;
      tasks.push_back({next, static_cast<pid_t>(*id)});
      const std::string children = root.text(tasks.back().folder() + "/children");
      for (const std::string_view child : words(trim(children)))
        if (const auto number = to_count(child)) processes.push_back(static_cast<pid_t>(*number));
    }
  }
  if (tasks.empty()) tasks.push_back({process, process});
  return tasks;
}

}  // namespace lodestone
