// SPDX-License-Identifier: GPL-2.0-or-later
// A finding: a checkable remark with a stable code. docs/findings.md lists the codes.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace lodestone {

struct Finding {
  std::string code;    // "F012 unreplicated": the letter, three digits, a word
  std::string text;    // what was seen
  std::string reason;  // why it matters; may be empty
  std::string remedy;  // what to do; may be empty
};

Json to_json(const Finding& finding);
Json to_json(const std::vector<Finding>& findings);
Finding finding_from_json(const Json& document);
std::vector<Finding> findings_from_json(const Json& document);
// Adds it unless the same code and text are there already.
void add_finding(std::vector<Finding>& findings, Finding finding);

}  // namespace lodestone
