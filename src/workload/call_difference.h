// SPDX-License-Identifier: GPL-2.0-or-later
// For tests: what a number of operations of a workload asks of the kernel, exactly. The program is
// traced twice, the second time with twice the operations; the difference leaves out what the
// harness does once a window.
#pragma once

#include <cstdlib>
#include <filesystem>

#include "workload/call_trace.h"

namespace lodestone {

struct CallRequest {
  std::string workload;  // "suite/name", as its program is called
  std::vector<std::string> parameters;
  long operations = 0;
  int tasks = 1;
  bool threads = false;
  bool settle = true;  // one task, and its partners sleep sometimes
};

struct CallDifference {
  CallTrace calls;      // of `operations` operations of each task
  CallTrace raw;        // of four times as many, with what the harness does once a window
  std::string reason;   // why there is nothing: skipped, or tracing is forbidden
  std::string problem;  // what went wrong
};

// There are two windows.
inline CallCounts half_of_difference(const CallCounts& less, const CallCounts& more) {
  CallCounts counts = more;
  for (auto [call, times] : less) counts[call] -= times;
  for (auto& [call, times] : counts) times = (times + (times > 0 ? 1 : 0)) / 2;
  std::erase_if(counts, [](const auto& entry) { return entry.second == 0; });
  return counts;
}

inline CallDifference call_difference(const CallRequest& request) {
  CallTrace traced[2];
  for (int factor : {1, 2}) {
    char folder[] = "/tmp/lodestone-calls-XXXXXX";
    if (mkdtemp(folder) == nullptr) return {{}, {}, "no folder", ""};
    std::vector<std::string> words = {
        std::string(LODESTONE_BINARY_DIR "/libexec/lodestone/") + request.workload,
        "--marks",
        "--directory",
        folder,
        "--windows",
        "2",
        "--tasks",
        std::to_string(request.tasks),
        "--operations",
        std::to_string(request.operations * factor)};
    if (request.threads) words.emplace_back("--threads");
    for (const std::string& parameter : request.parameters)
      words.insert(words.end(), {"--parameter", parameter});
    std::string output;
    auto calls = CallTracer(static_cast<size_t>(request.tasks), request.settle).run(words, &output);
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    if (output.find("\nskip ") != std::string::npos) return {{}, {}, output, ""};
    if (output.find("\nerror ") != std::string::npos) return {{}, {}, "", output};
    if (!calls) return {{}, {}, "cannot trace here: " + output, ""};
    if (calls->tasks.size() != static_cast<size_t>(request.tasks))
      return {{}, {}, "", "marks are missing: " + output};
    traced[factor - 1] = std::move(*calls);
  }
  CallDifference found;
  for (size_t i = 0; i < traced[0].tasks.size(); ++i) {
    found.calls.tasks.push_back(half_of_difference(traced[0].tasks[i], traced[1].tasks[i]));
    found.calls.returned.push_back(
        half_of_difference(traced[0].returned[i], traced[1].returned[i]));
  }
  found.calls.others = half_of_difference(traced[0].others, traced[1].others);
  found.raw = std::move(traced[1]);
  return found;
}

}  // namespace lodestone
