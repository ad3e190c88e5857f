// SPDX-License-Identifier: GPL-2.0-or-later
// Machine facts for the context of a run. Each file in facts/ defines `extern const FactSource
// facts_NAME` in a namespace of that name; the table is generated. A fact that cannot be found is
// left out, never guessed; docs/machine-facts.md lists the names.
#pragma once

#include <span>

#include "model/context.h"
#include "sys/root.h"

namespace lodestone {

struct FactSource {
  const char* name;
  void (*collect)(const Root& root, Context& context);
};

extern const std::span<const FactSource* const> fact_sources;

// All facts of this machine (or of a fixture tree; then nothing is asked of the running system).
Context collect_context(const Root& root);

}  // namespace lodestone
