// SPDX-License-Identifier: GPL-2.0-or-later
// Functions of an operation for other people's tools and for the eye: folded lines, and a picture
// of the difference. The counts are by function, not by call stack: a line is
// WORKLOAD;kernel;FUNCTION.
#pragma once

#include <string>

#include "exact/session.h"

namespace lodestone::exact {

// "scale/getppid1;kernel;do_syscall_64 36" a line: of one arm; or of two, base and new, with two
// counts, as difffolded.pl of FlameGraph writes them.
std::string folded_lines(const ArmOutcome& arm);
std::string folded_difference(const ArmOutcome& base, const ArmOutcome& new_);

// A difference flame graph as SVG: as wide as the new side's counts (the base's where a function is
// gone), red where more is executed, blue where less, with the numbers in the tooltip and in text
// where it fits.
std::string difference_graph(const ArmOutcome& base, const ArmOutcome& new_);

}  // namespace lodestone::exact
