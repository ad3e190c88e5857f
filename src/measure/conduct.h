// SPDX-License-Identifier: GPL-2.0-or-later
// Carries out a plan, pass by pass.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "measure/plan.h"
#include "model/run.h"

namespace lodestone {

class RunWriter;  // store/store.h
class Instruments;

struct Progress {
  size_t done = 0, total = 0;  // passes
  double elapsed_seconds = 0;
  double remaining_seconds = 0;
  std::string current;  // what runs now
};

struct ConductOptions {
  std::string directory;               // for files; empty: TMPDIR or /tmp
  RunWriter* writer = nullptr;         // each pass is durable before the next; may be absent
  Instruments* instruments = nullptr;  // for the instrumented passes of the plan
  std::function<void(const Progress&)>
      on_progress;  // before each pass and at the end; may be absent
};

struct Outcome {
  bool interrupted = false;          // a signal asked to stop; what was measured is in the run
  bool failed = false;               // a workload gave no result; the run's findings say why
  std::optional<Error> store_error;  // the store took a pass no more; measuring stopped there
};

// Appends to run.passes and run.findings. A workload that fails is a finding, is tried once more in
// its next pass and then left out; the others go on. Errors: the store's (nothing more is measured
// then).
Outcome conduct(const Plan& plan, Run& run, const ConductOptions& options);

}  // namespace lodestone
