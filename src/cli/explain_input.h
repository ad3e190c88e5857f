// SPDX-License-Identifier: GPL-2.0-or-later
// What `explain` and `compare --explain` make of an argument: a kernel, or a stored run.
#pragma once

#include <optional>
#include <string>

#include "cli/operand.h"
#include "explain/analysis.h"

namespace lodestone {

struct ExplainInput {
  explain::Side side;
  std::optional<Operand> operand;  // of a stored run
};

// A file is a kernel or a run document; any other name a stored label. Errors: those of load_side
// for files, of load_operand for names.
Result<ExplainInput> load_explain_input(const std::string& name, const std::string& store);

// The context of a stored run as a side, with the image that its kernel has in `boot` where there
// is one.
ExplainInput explain_input_of(Operand operand, const std::string& boot = "/boot");

// What the emulator can boot of the kernel that was given by this name: the file itself, the one of
// a build tree, or a bzImage or vmlinuz beside a vmlinux or System.map. Empty: none is found.
std::string bootable_image(const std::string& name, const explain::Side& side);

// Fills numbers and the faster/slower sentence where both are stored runs.
Result<void> compare_numbers(const ExplainInput& base, const ExplainInput& next,
                             explain::Request& request);

}  // namespace lodestone
