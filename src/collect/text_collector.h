// SPDX-License-Identifier: GPL-2.0-or-later
// Most collectors read one file and hand its lines on; they differ in a function alone.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collect/collector.h"
#include "collect/lines.h"

namespace lodestone {

using ParseText = void (*)(std::string_view text, Readings& readings);

// The session if one reading of it succeeds: what cannot be read is known before the pass.
Result<std::unique_ptr<CollectorSession>> tried(std::unique_ptr<CollectorSession> session);

// A collector of one file, tried.
Result<std::unique_ptr<CollectorSession>> open_text(const Root& root, const std::string& path,
                                                    ParseText parse);

// Several files whose names are found when the collector is opened; each gives its `prefix` to
// parse.
struct NamedFile {
  std::string path;
  std::string prefix;  // before the metric's name: "node0." or "C1."
};
using ParseNamed = void (*)(std::string_view prefix, std::string_view text, Readings& readings);
// Errors: not_found if `files` is empty or none can be read. Files that vanish later are left out.
Result<std::unique_ptr<CollectorSession>> open_files(const Root& root,
                                                     const std::vector<NamedFile>& files,
                                                     ParseNamed parse, const char* what);

}  // namespace lodestone
