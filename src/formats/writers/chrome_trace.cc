// SPDX-License-Identifier: GPL-2.0-or-later
// Chrome's trace JSON, which Perfetto opens: one process a run, one track a copy, a slice a pass
// with its windows inside. Quantities of the whole pass are counters. Times are microseconds since
// the first pass; passes are stored with the second in which they began, so one that seems to begin
// before its predecessor ended is moved behind it.
#include <algorithm>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "formats/writer.h"

namespace lodestone::writer_chrome_trace {
namespace {

std::optional<double> seconds_of(const std::string& utc) {
  std::tm parts{};
  if (!::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%S", &parts)) return std::nullopt;
  return static_cast<double>(::timegm(&parts));
}

Json meta(const char* kind, int process, int track, const std::string& name) {
  return {{"name", kind}, {"ph", "M"}, {"pid", process},
          {"tid", track}, {"ts", 0},   {"args", {{"name", name}}}};
}

Json slice(const std::string& name, const char* category, double start, double length, int process,
           int track, Json arguments) {
  return {{"name", name},  {"cat", category}, {"ph", "X"},    {"ts", start},
          {"dur", length}, {"pid", process},  {"tid", track}, {"args", std::move(arguments)}};
}

void add_copy(Json& events, const Pass& pass, const Copy& copy, double start, int process) {
  Json arguments{{"operations", copy.operations}, {"block", pass.block}, {"process", pass.process}};
  if (!copy.error.empty()) arguments["error"] = copy.error;
  const double length = std::max(copy.elapsed_seconds, copy.seconds) * 1e6;
  const int track = copy.index + 1;
  events.push_back(
      slice(pass.workload, "pass", start, length, process, track, std::move(arguments)));
  // The start of the copies' common release within the process is not stored: windows are placed so
  // that the last ends with the copy.
  double last = 0;
  for (const Window& window : copy.windows)
    last = std::max(last, static_cast<double>(window.start_ns + window.ticks_ns) / 1e3);
  const double lead = std::max(0.0, length - last);
  for (const Window& window : copy.windows)
    events.push_back(slice("window", "window",
                           start + lead + static_cast<double>(window.start_ns) / 1e3,
                           static_cast<double>(window.ticks_ns) / 1e3, process, track,
                           {{"operations", window.operations},
                            {"cpu", window.cpu},
                            {"involuntary_switches", window.involuntary_switches}}));
}

void add_run(Json& events, const Run& run, int process) {
  events.push_back(meta("process_name", process, 0, run.label.empty() ? run.id : run.label));
  int tracks = 0;
  for (const Pass& pass : run.passes)
    for (const Copy& copy : pass.copies) tracks = std::max(tracks, copy.index + 1);
  for (int i = 1; i <= tracks; ++i)
    events.push_back(meta("thread_name", process, i, "copy " + std::to_string(i)));
  std::optional<double> first;
  double end = 0;
  for (const Pass& pass : run.passes) {
    const auto at = seconds_of(pass.started);
    if (at && !first) first = at;
    const double start = std::max(end, at ? (*at - *first) * 1e6 : end);
    for (const Copy& copy : pass.copies) add_copy(events, pass, copy, start, process);
    for (const auto& [name, value] : pass.values)
      events.push_back({{"name", name},
                        {"ph", "C"},
                        {"ts", start},
                        {"pid", process},
                        {"tid", 0},
                        {"args", {{"value", number(value)}}}});
    double length = pass.elapsed_seconds * 1e6;
    for (const Copy& copy : pass.copies) length = std::max(length, copy.elapsed_seconds * 1e6);
    end = start + length;
  }
}

Result<std::string> write(Runs runs) {
  Json events = Json::array();
  int process = 0;
  for (const Run& run : runs)
    if (!run.passes.empty()) add_run(events, run, ++process);
  if (events.empty())
    return fail(ErrorCode::unsupported, "there are no passes to draw",
                "published results and exact counts have none");
  return to_line({{"traceEvents", std::move(events)},
                  {"displayTimeUnit", "ms"},
                  {"otherData", {{"measured_by", "lodestone"}}}}) +
         "\n";
}

}  // namespace

extern const Writer writer_chrome_trace{"chrome-trace",
                                        "a trace of every pass and window, for Perfetto", write};

}  // namespace lodestone::writer_chrome_trace
