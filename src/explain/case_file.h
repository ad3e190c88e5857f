// SPDX-License-Identifier: GPL-2.0-or-later
// Test cases of `explain` as text (tests/fixtures/explain/cases): the expected verdict class, then
// sections that describe the two sides. Lines that begin with # are comments.
//
//   expect CLASS             accept CLASS (instead, never strong)        mentions WORD
//   [base map] [new map]     SECTION OFFSET NAME; SECTION is text, data, rodata, bss or percpu
//   [structs] [base structs] [new structs]   NAME SIZE: MEMBER OFFSET SIZE-OR-STRUCT, ...
//   [base code] [new code]   FUNCTION HEX BYTES
//   [heat]                   FUNCTION SHARE
//   [base config] [base banner] [base command line] and the same with "new"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explain/analysis.h"

namespace lodestone::explain {

struct CaseFile {
  std::string expected;
  std::vector<std::string> accepted, mentioned;
  Side base, next;
  Request request;
};

CaseFile read_case(std::string_view text);

}  // namespace lodestone::explain
