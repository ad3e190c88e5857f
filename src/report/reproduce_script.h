// SPDX-License-Identifier: GPL-2.0-or-later
// How to repeat a run by hand.
#pragma once

#include <string>

#include "base/result.h"
#include "model/run.h"

namespace lodestone {

// A shell script: machine and versions as comments and checks, settings, the exact command.
std::string reproduce_script(const Run& run);

// A job for lkp-tests, one document a workload. Errors: unsupported, when the run holds no workload
// that lkp-tests has.
Result<std::string> lkp_job(const Run& run);

}  // namespace lodestone
