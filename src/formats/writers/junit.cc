// SPDX-License-Identifier: GPL-2.0-or-later
// JUnit XML of a run, for CI systems: one test case a workload and condition; failed passes are
// errors. The values are properties. Comparisons have a JUnit writer of their own.
#include "base/text.h"
#include "formats/groups.h"
#include "formats/junit_text.h"

namespace lodestone::writer_junit {
namespace {

std::string failure_of(const Group& group) {
  size_t failed = 0;
  std::string reason;
  for (const Pass& pass : group.run->passes) {
    if (pass.workload != group.result->id || pass.mode != group.result->mode || !pass.failed())
      continue;
    ++failed;
    for (const Copy& copy : pass.copies)
      if (reason.empty()) reason = copy.error;
  }
  return failed ? std::to_string(failed) + " passes failed: " + reason : "";
}

Result<std::string> write(Runs runs) {
  JunitDocument document;
  for (const Run& run : runs) {
    JunitSuite suite;
    suite.name = run.label.empty() ? run.id : run.label;
    suite.timestamp = run.started;
    suite.hostname = run.context.get("machine").value_or("");
    for (const Group& group : groups_of(run)) {
      JunitCase one;
      one.classname = group.name;
      one.name = path_of(group);
      for (const Measurement* m : group.metrics)
        one.properties.emplace_back(
            m->metric.id,
            shortest(*center_of(*m)) + (m->metric.unit.empty() ? "" : " " + m->metric.unit));
      if (one.message = failure_of(group); !one.message.empty()) {
        one.outcome = JunitCase::Outcome::error;
        one.type = "failed";
      }
      suite.cases.push_back(std::move(one));
    }
    // A workload without any result stands in the findings alone.
    for (const Finding& finding : run.findings)
      if (finding.code.starts_with("F101"))
        suite.cases.push_back({"lodestone",
                               finding.text,
                               JunitCase::Outcome::error,
                               "failed",
                               finding.reason.empty() ? finding.text : finding.reason,
                               {}});
    if (!suite.cases.empty()) document.suites.push_back(std::move(suite));
  }
  if (document.suites.empty())
    return fail(ErrorCode::unsupported, "there is no result to make test cases of");
  return junit_text(document);
}

}  // namespace

extern const Writer writer_junit{"junit", "JUnit XML for CI systems: failed passes are errors",
                                 write};

}  // namespace lodestone::writer_junit
