// SPDX-License-Identifier: GPL-2.0-or-later
// Which changed structs matter: those whose moved members the changed constants of code follow.
#pragma once

#include "explain/analysis.h"

namespace lodestone::explain {

// Sets weight and used_by of every changed struct and sorts, heaviest first. A function votes for a
// struct when one of its changed displacements is the old and new offset of a moved member; several
// structs can fit, so a vote is split among them. With a profile a vote counts by heat.
void weigh_structs(Analysis& analysis);

}  // namespace lodestone::explain
