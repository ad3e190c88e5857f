// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a helper program of the system and reads what it prints. Not for workloads: those go through
// measure/execute.h.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace lodestone {

struct ProgramOutput {
  int status = 0;  // raw wait status
  std::string out;
  std::string err;
};

// Standard input is /dev/null, the environment this process's own with LC_ALL=C. Errors: not_found
// (no such program), failed (it outlived `timeout_seconds` and was killed), io.
Result<ProgramOutput> run_program(const std::vector<std::string>& words,
                                  double timeout_seconds = 5);

// Where PATH finds a program; "" if nowhere.
std::string find_program(const std::string& name);

}  // namespace lodestone
