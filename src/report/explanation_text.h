// SPDX-License-Identifier: GPL-2.0-or-later
// An explanation for people: the answer in one sentence, the evidence, the experiments, a picture
// of the cache lines, then detail.
#pragma once

#include <string>

#include "explain/explanation.h"

namespace lodestone {

// At most 100 columns, no colour.
std::string explanation_text(const explain::Analysis& analysis,
                             const explain::Explanation& explanation);
std::string explanation_markdown(const explain::Analysis& analysis,
                                 const explain::Explanation& explanation);

// The lines around the symbol that the explanation is about, before and after; empty without one.
std::string line_picture_text(const explain::Analysis& analysis);

}  // namespace lodestone
