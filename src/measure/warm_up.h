// SPDX-License-Identifier: GPL-2.0-or-later
// Drops the warm-up of a pass by rule. The windows stay in the pass, all of them; what changes is
// which of them Copy::operations and Copy::seconds count.
#pragma once

#include "model/run.h"

namespace lodestone {

struct WarmUpRule {
  double least_seconds = 0;  // windows that begin earlier after the release are always dropped
  bool by_series =
      true;  // and as many more as stats::warm_up_length() says of the tasks' total rate
};

// Sets operations and seconds of each copy to those of the windows that are kept, and
// pass.values["warm_up_seconds"] to what was dropped. A copy keeps at least its last window. Copies
// without windows, or with an error, are left alone.
void drop_warm_up(Pass& pass, const WarmUpRule& rule);

}  // namespace lodestone
