// SPDX-License-Identifier: GPL-2.0-or-later
// Keeps an interleaved comparison: one run an arm in the store, every process durable before the
// next begins.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "environment/guard.h"
#include "measure/interleave/experiment.h"
#include "model/context.h"

namespace lodestone {

class ArmRecorder {
 public:
  ArmRecorder(const Arms& arms, const Context& context, uint64_t seed);
  ArmRecorder(ArmRecorder&&) noexcept;
  ~ArmRecorder();

  // Labels are ab-TIME-LABEL. Without a call (or after an error) nothing is kept and the rest
  // works.
  Result<void> open(const std::string& url);
  Result<void> append(const Pass& pass, int side);
  // `changes`: of the arms. `of_both`: what was changed on the machine for the whole comparison.
  Result<void> finish(const std::vector<std::unique_ptr<Subject>>& subjects,
                      const Experiment& experiment, const std::vector<HeldSetting>& changes,
                      const std::vector<SettingChange>& of_both = {});
  // Base and new, whether they are kept or not; complete after finish().
  std::span<const Run> runs() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Finds two modes among the values of a side (16 pairs or more) and says whether their weights
// differ between the arms.
void note_modes(const std::vector<std::unique_ptr<Subject>>& subjects, const Experiment& experiment,
                const Arms& arms, std::vector<Finding>& findings);

}  // namespace lodestone
