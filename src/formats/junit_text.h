// SPDX-License-Identifier: GPL-2.0-or-later
// JUnit XML: testsuites > testsuite > testcase, as Jenkins and GitLab read it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lodestone {

struct JunitCase {
  std::string classname, name;
  enum class Outcome { passed, failed, error, skipped } outcome = Outcome::passed;
  std::string type;     // of a failure or error
  std::string message;  // why it did not pass; empty if it did
  std::vector<std::pair<std::string, std::string>> properties;
};

struct JunitSuite {
  std::string name;
  std::string timestamp;  // UTC, may be empty
  std::string hostname;   // may be empty
  std::vector<JunitCase> cases;
};

struct JunitDocument {
  std::vector<JunitSuite> suites;
};

// Ends in a newline. Bytes that XML does not allow are blanks.
std::string junit_text(const JunitDocument& document);

}  // namespace lodestone
