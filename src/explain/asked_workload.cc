// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/asked_workload.h"

#include <cctype>
#include <cmath>

namespace lodestone::explain {
namespace {

// "nhm4/will-it-scale/sched_yield", as LKP names a test case: our scale/sched_yield.
std::string of_test_case(std::string_view text) {
  constexpr std::string_view suite = "will-it-scale/";
  const size_t at = text.find(suite);
  if (at == std::string_view::npos) return "";
  size_t end = at + suite.size();
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
    ++end;
  return end > at + suite.size()
             ? "scale/" + std::string(text.substr(at + suite.size(), end - at - suite.size()))
             : "";
}

// "Performance counter stats for './mmap-perf':", perf stat's heading.
std::string of_command(std::string_view text) {
  constexpr std::string_view heading = "Performance counter stats for '";
  const size_t at = text.find(heading);
  if (at == std::string_view::npos) return "";
  const std::string_view command = text.substr(at + heading.size());
  return std::string(workload_near(command.substr(0, command.find_first_of("'\n"))));
}

std::string of_numbers(const std::vector<Quantity>& quantities) {
  std::string best;
  double largest = 0;
  for (const Quantity& quantity : quantities) {
    const size_t slash = quantity.name.find('/');
    const size_t dot = quantity.name.find('.', slash == std::string::npos ? 0 : slash);
    if (slash == std::string::npos || dot == std::string::npos) continue;
    if (quantity.base <= 0 || quantity.next <= 0) continue;
    const double change = std::fabs(std::log(quantity.next / quantity.base));
    if (change <= largest) continue;
    largest = change;
    best = quantity.name.substr(0, dot);
  }
  return best.find("shell") == std::string::npos ? best : std::string(workload_near(best));
}

}  // namespace

std::string asked_workload(const Request& request) {
  if (!request.workload.empty()) return request.workload;
  for (std::string found : {of_test_case(request.document.text), of_command(request.document.text)})
    if (!found.empty()) return found;
  return of_numbers(request.quantities);
}

}  // namespace lodestone::explain
