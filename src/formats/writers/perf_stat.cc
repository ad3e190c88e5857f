// SPDX-License-Identifier: GPL-2.0-or-later
// Counters of a run as perf stat prints them: the mean of the instrumented passes, and the standard
// error in percent behind "+-", which is what perf stat -r means by it.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"
#include "formats/writer.h"

namespace lodestone::writer_perf_stat {
namespace {

std::string grouped(double value) {
  std::string digits = fmt::format("{:.0f}", value);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

void add_event(std::string& out, std::string_view name, const std::vector<double>& values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double n = static_cast<double>(values.size());
  const bool clock = name.find("clock") != std::string_view::npos;
  out += fmt::format("{:>18} {:<4} {:<25}", clock ? fmt::format("{:.2f}", mean) : grouped(mean),
                     clock ? "msec" : "", name);
  if (values.size() > 1 && mean != 0)
    out += fmt::format(" ( +- {:5.2f}% )", std::sqrt(squares / (n - 1) / n) / std::abs(mean) * 100);
  out += "\n";
}

Result<std::string> write(const Run& run) {
  std::string out;
  for (const WorkloadResult& result : run.workloads) {
    std::map<std::string, std::vector<double>> events;
    std::vector<double> elapsed;
    std::set<std::string> missing;  // what could not be counted, and why
    bool whole_cpus = false;
    for (const Pass& pass : run.passes) {
      if (!pass.values.contains("instrumented") || pass.failed() || pass.workload != result.id ||
          pass.mode != result.mode || pass.parameters != result.parameters ||
          static_cast<int>(pass.copies.size()) != result.copies)
        continue;
      bool any = false;
      for (const auto& [name, value] : pass.values)
        if (name.starts_with("perf.")) {
          std::string event = name.substr(5);
          if (event.ends_with("@cpus")) {
            event.resize(event.size() - 5);
            whole_cpus = true;
          }
          events[event].push_back(value);
          any = true;
        }
      if (any) elapsed.push_back(pass.elapsed_seconds);
      for (const Finding& finding : pass.findings)
        if (finding.code.starts_with("F50"))
          missing.insert(finding.text +
                         (finding.reason.empty() ? "" : " (" + finding.reason + ")"));
    }
    if (events.empty()) continue;
    out += fmt::format("\n Performance counter stats for '{}{}'{}:\n\n",
                       whole_cpus ? "CPU(s) of " : "", result.id,
                       elapsed.size() > 1 ? fmt::format(" ({} runs)", elapsed.size()) : "");
    for (const auto& [name, values] : events) add_event(out, name, values);
    double mean = 0;
    for (const double seconds : elapsed) mean += seconds / static_cast<double>(elapsed.size());
    out += fmt::format("\n{:>18} seconds time elapsed\n", fmt::format("{:.9f}", mean));
    for (const std::string& text : missing) out += "\n  " + text + "\n";
  }
  if (out.empty())
    return fail(ErrorCode::unsupported, "the run holds no counters", "",
                "lodestone run --counters default measures them");
  return out + "\nMeasured by lodestone.\n";
}

}  // namespace

extern const Writer writer_perf_stat{"perf-stat", "counters as perf stat prints them",
                                     one_by_one<write>};

}  // namespace lodestone::writer_perf_stat
