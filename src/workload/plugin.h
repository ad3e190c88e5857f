// SPDX-License-Identifier: GPL-2.0-or-later
// A user's own workload: a shared object that defines LODESTONE_PLUGIN
// (workload/plugin_interface.h).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "workload/workload.h"

namespace lodestone {

struct Plugin {
  const lodestone_workload* workload = nullptr;  // valid to the end of the process
  std::string program;                           // what runs it
  std::vector<std::string> program_arguments;    // before the harness's options
};

// Loads FILE to learn what the workload is; its code runs in a process of its own. Errors:
// unreadable (no shared object, no lodestone_plugin, another version of the interface, a field left
// out, the id of a built-in workload), not_found (the file; the program that runs plug-ins).
Result<Plugin> load_plugin(const std::string& file);

}  // namespace lodestone
