// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/facts.h"

namespace lodestone {

Context collect_context(const Root& root) {
  Context context;
  for (const FactSource* source : fact_sources) source->collect(root, context);
  return context;
}

}  // namespace lodestone
