// SPDX-License-Identifier: GPL-2.0-or-later
// The command line of `run`, read and checked.
#pragma once

#include <string>

#include "cli/verb.h"
#include "measure/instruments.h"
#include "measure/plan.h"

namespace lodestone {

struct RunOptions {
  PlanRequest request;
  std::string label;
  std::string directory;
  std::string format = "text";  // text, json or a writer's name
  std::string store_url;
  bool store = true;
  InstrumentOptions instruments;  // both empty: scored passes alone
  bool dry_run = false;
};

// Errors: usage, not_found.
Result<RunOptions> run_options(const Arguments& arguments);

}  // namespace lodestone
