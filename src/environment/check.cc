// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/check.h"

namespace lodestone {

const char* name_of(CheckState state) {
  switch (state) {
    case CheckState::good:
      return "good";
    case CheckState::note:
      return "note";
    case CheckState::warning:
      return "warning";
    default:
      return "absent";
  }
}

}  // namespace lodestone
