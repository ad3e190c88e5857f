// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_environment {
namespace {

std::string describe_setting(const Setting& s) {
  if (s.base.empty()) return fmt::format("{} is new ({})", s.name, s.next);
  if (s.next.empty()) return fmt::format("{} is gone ({})", s.name, s.base);
  return fmt::format("{}: {} -> {}", s.name, s.base, s.next);
}

// An image of the new kernel that the emulator can boot.
std::string image_argument(const Analysis& a) {
  if (a.next.image && a.next.image->bootable) return a.request.new_argument;
  return a.next.release.empty() ? "BASE/bzImage" : "/boot/vmlinuz-" + a.next.release;
}

// ",cmdline=..." with what one side alone has; a comma inside a value is doubled there.
std::string command_line_argument(const std::vector<Setting>& settings,
                                  std::string Setting::* side) {
  std::string words;
  for (const Setting& setting : settings)
    for (const char c : setting.*side + (setting.*side == "" ? "" : " "))
      words += c == ',' ? std::string(",,") : std::string(1, c);
  if (words.empty()) return "";
  words.pop_back();
  return ",cmdline=" + words;
}

void apply(const Analysis& a, Explanation& e) {
  const Settings& s = a.settings;
  if (s.compiler.empty() && s.config.empty() && s.command_line.empty() && s.facts.empty()) return;
  Claim claim;
  claim.verdict = VerdictClass::environment;
  const auto weighty = [](const std::vector<Setting>& list) {
    return std::count_if(list.begin(), list.end(), [](const Setting& x) { return x.matters; });
  };
  std::vector<std::string> what;
  if (!s.compiler.empty()) {
    claim.certainty = std::max(claim.certainty, 0.7);
    what.push_back("the compiler");
    claim.evidence.push_back(describe_setting(s.compiler[0]));
    claim.experiments.push_back({"build both sources with one compiler before blaming a commit",
                                 "make CC=gcc-12  # in both trees"});
  }
  if (!s.command_line.empty()) {
    claim.certainty = std::max(claim.certainty, weighty(s.command_line) ? 0.65 : 0.3);
    what.push_back("the command line");
    for (size_t k = 0; k < s.command_line.size() && k < 6; ++k)
      claim.evidence.push_back("command line: " + describe_setting(s.command_line[k]));
    claim.experiments.push_back(
        {"count one kernel with the base's options and with the new ones; equal counts refute it "
         "as "
         "far as they concern code",
         fmt::format("lodestone exact --base '{0}{1}' --new 'same{2}' {3}", image_argument(a),
                     command_line_argument(s.command_line, &Setting::base),
                     command_line_argument(s.command_line, &Setting::next), workload_to_try(a))});
  }
  if (!s.config.empty()) {
    claim.certainty = std::max(claim.certainty, weighty(s.config) ? 0.6 : 0.3);
    what.push_back("the configuration");
    for (size_t k = 0; k < s.config.size() && k < 8; ++k)
      claim.evidence.push_back(describe_setting(s.config[k]));
    if (s.config.size() > 8)
      claim.evidence.push_back(fmt::format("and {} other options", s.config.size() - 8));
    claim.experiments.push_back(
        {"build the new source with the base's configuration; a difference that stays refutes it",
         "cp BASE-TREE/.config .config && make olddefconfig && make"});
  }
  if (!s.facts.empty()) {
    claim.certainty = std::max(claim.certainty, weighty(s.facts) ? 0.65 : 0.3);
    what.push_back("the machine or its settings");
    for (size_t k = 0; k < s.facts.size() && k < 8; ++k)
      claim.evidence.push_back(describe_setting(s.facts[k]));
    claim.experiments.push_back(
        {"measure both kernels on one machine with one setting", measure_both(a, "base", "new")});
  }
  std::string list;
  for (size_t k = 0; k < what.size(); ++k)
    list += (k == 0 ? "" : k + 1 == what.size() ? " and " : ", ") + what[k];
  const size_t others =
      s.compiler.size() + s.config.size() + s.command_line.size() + s.facts.size() - 1;
  claim.sentence = fmt::format(
      "{} differ{} between the sides: {}{}", list, what.size() == 1 ? "s" : "", claim.evidence[0],
      others ? fmt::format(", and {}", plural(others, "other difference", "other differences"))
             : "");
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_environment{
    "environment", "compiler, configuration, command line or machine differ", apply};

}  // namespace lodestone::explain::rule_environment
