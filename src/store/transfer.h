// SPDX-License-Identifier: GPL-2.0-or-later
// The document that `store export` writes and `store import` reads: JSON lines, described in
// docs/store.md.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/run.h"

namespace lodestone {

// The parts of one run's document.
std::string export_head(const Run& run, std::string_view state, std::string_view finished);
std::string export_pass(const std::string& id, const Pass& pass);
std::string export_end(const std::string& id, size_t passes);

// A run as import read it; `complete` is false where the document ends before the run does.
struct ImportedRun {
  Run run;
  std::string state;
  std::string finished;  // UTC; empty if it never did
  bool complete = false;
};

// Reads exported documents, or lodestone.run/1 documents as `run --json` prints them. Lines that
// cannot be read are named in `problems` and left out; a text with no run at all is an error.
Result<std::vector<ImportedRun>> parse_export(std::string_view text,
                                              std::vector<std::string>& problems);

}  // namespace lodestone
