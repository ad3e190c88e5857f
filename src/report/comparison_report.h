// SPDX-License-Identifier: GPL-2.0-or-later
// A comparison as people read it: the answer in one sentence, the table, the findings.
#pragma once

#include <string>

#include "model/comparison.h"
#include "report/style.h"

namespace lodestone {

struct ComparisonReportOptions {
  bool all = false;  // explanation rows of workloads that did not change, too
};

std::string comparison_text(const Comparison& comparison, const Style& style,
                            const ComparisonReportOptions& options = {});
std::string comparison_markdown(const Comparison& comparison,
                                const ComparisonReportOptions& options = {});

// "F012 unreplicated: TEXT", the reason and the remedy on lines of their own, indented.
std::string findings_text(const std::vector<Finding>& findings, const Style& style);
std::string findings_markdown(const std::vector<Finding>& findings);

}  // namespace lodestone
