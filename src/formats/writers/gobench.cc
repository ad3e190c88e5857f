// SPDX-License-Identifier: GPL-2.0-or-later
// Go benchmark text, for benchstat: configuration lines, units with their direction, one line a
// process. Two metrics of one unit in a workload get the quantity's name in front, because a unit
// may stand once in a line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/text.h"
#include "formats/groups.h"

namespace lodestone::writer_gobench {
namespace {

// No blanks, and never empty: words of a line.
std::string word(std::string text) {
  text = document_text(text);
  for (char& c : text)
    if (c == ' ' || c == '\t' || c == '\n') c = '_';
  return text.empty() ? "value" : text;
}

// "BenchmarkUnixbench/pipe/copies=4": the letter after the prefix must not be lower case.
std::string name_of(const Group& group) {
  std::string name = word(path_of(group));
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return "Benchmark" + name;
}

std::string unit_of(const Group& group, const Measurement& m) {
  const std::string quantity = quantity_of(group, m);
  if (m.metric.unit.empty()) return word(quantity);
  const auto same = std::count_if(group.metrics.begin(), group.metrics.end(),
                                  [&](const auto* o) { return o->metric.unit == m.metric.unit; });
  return word(same > 1 ? quantity + "-" + m.metric.unit : std::string(m.metric.unit));
}

std::string config_of(const Run& run) {
  std::string out;
  const auto add = [&](const char* key, const std::string& value) {
    // An empty value deletes what an earlier run set.
    out += std::string(key) + ": " + replace_all(document_text(value), "\n", " ") + "\n";
  };
  const auto fact = [&](const char* name) { return run.context.get(name).value_or(""); };
  add("label", run.label.empty() ? run.id : run.label);
  add("machine", fact("machine"));
  add("kernel", fact("kernel"));
  add("cpu", fact("cpu_model"));
  add("governor", fact("governor"));
  return out;
}

std::string lines_of(const Group& group) {
  // Keyed by the process; a value of no process has a line of its own.
  using Process = std::tuple<int, int, int>;
  std::map<std::pair<Process, int>, std::string> processes;  // with the n-th value of one process
  std::string single;
  for (const Measurement* m : group.metrics) {
    const std::string unit = unit_of(group, *m);
    const auto field = [&](double value) { return " " + shortest(value) + " " + unit; };
    if (m->samples.empty()) {
      for (const double value : values_of(*m)) single += field(value);
      continue;
    }
    std::map<Process, int> seen;
    for (const Sample& s : m->samples) {
      const Process process(s.boot, s.block, s.process);
      if (std::isfinite(s.value)) processes[{process, seen[process]++}] += field(s.value);
    }
  }
  std::string out;
  if (!single.empty()) out += name_of(group) + " 1" + single + "\n";
  for (const auto& [key, fields] : processes) out += name_of(group) + " 1" + fields + "\n";
  return out;
}

Result<std::string> write(Runs runs) {
  const auto groups = groups_of(runs);
  std::map<std::string, Better> units;
  for (const Group& group : groups)
    for (const Measurement* m : group.metrics)
      units.try_emplace(unit_of(group, *m), m->metric.better);
  std::string head = "# measured by lodestone\n";
  for (const auto& [unit, better] : units)
    if (better != Better::neutral)
      head += "Unit " + unit + " better=" + (better == Better::higher ? "higher" : "lower") + "\n";
  std::string body;
  const Run* run = nullptr;
  for (const Group& group : groups) {
    const std::string lines = lines_of(group);
    if (lines.empty()) continue;
    if (group.run != run) body += config_of(*group.run);
    run = group.run;
    body += lines;
  }
  if (body.empty())
    return fail(ErrorCode::unsupported, "there is no sample to write",
                "the values are means of several runs");
  return head + body;
}

}  // namespace

extern const Writer writer_gobench{"gobench", "Go benchmark text, for benchstat", write};

}  // namespace lodestone::writer_gobench
