// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/junit_text.h"

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "formats/groups.h"

namespace lodestone {
namespace {

using Outcome = JunitCase::Outcome;

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name) = document_text(value).c_str();
}

void add_case(pugi::xml_node suite, const JunitCase& one) {
  pugi::xml_node node = suite.append_child("testcase");
  set(node, "classname", one.classname);
  set(node, "name", one.name);
  if (one.outcome != Outcome::passed) {
    pugi::xml_node why = node.append_child(one.outcome == Outcome::failed  ? "failure"
                                           : one.outcome == Outcome::error ? "error"
                                                                           : "skipped");
    set(why, "message", one.message);
    if (one.outcome != Outcome::skipped) set(why, "type", one.type);
  }
  // Properties of a case are not in every reader's schema; its output is.
  if (one.properties.empty()) return;
  std::string lines;
  for (const auto& [name, value] : one.properties) lines += name + ": " + value + "\n";
  node.append_child("system-out").text() = document_text(lines).c_str();
}

size_t count(const JunitSuite& suite, Outcome outcome) {
  return static_cast<size_t>(
      std::count_if(suite.cases.begin(), suite.cases.end(),
                    [&](const JunitCase& one) { return one.outcome == outcome; }));
}

}  // namespace

std::string junit_text(const JunitDocument& document) {
  pugi::xml_document xml;
  pugi::xml_node declaration = xml.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = xml.append_child("testsuites");
  set(root, "name", "lodestone");
  for (const JunitSuite& suite : document.suites) {
    pugi::xml_node node = root.append_child("testsuite");
    set(node, "name", suite.name.empty() ? "lodestone" : suite.name);
    set(node, "tests", std::to_string(suite.cases.size()));
    set(node, "failures", std::to_string(count(suite, Outcome::failed)));
    set(node, "errors", std::to_string(count(suite, Outcome::error)));
    set(node, "skipped", std::to_string(count(suite, Outcome::skipped)));
    if (!suite.timestamp.empty()) set(node, "timestamp", suite.timestamp);
    if (!suite.hostname.empty()) set(node, "hostname", suite.hostname);
    for (const JunitCase& one : suite.cases) add_case(node, one);
  }
  std::ostringstream out;
  xml.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

}  // namespace lodestone
