// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/dictionary.h"

#include <array>

namespace lodestone {
namespace {

struct Title {
  const char* title;
  const char* workload;
  const char* unit;
};

// reference: the report titles of UnixBench 5.1 and 6.0
constexpr std::array unixbench_titles{
    Title{"Dhrystone 2 using register variables", "dhry2reg", "lps"},
    Title{"Double-Precision Whetstone", "whetstone-double", "MWIPS"},
    Title{"Execl Throughput", "execl", "lps"},
    Title{"File Copy 1024 bufsize 2000 maxblocks", "fstime", "KBps"},
    Title{"File Copy 256 bufsize 500 maxblocks", "fsbuffer", "KBps"},
    Title{"File Copy 4096 bufsize 8000 maxblocks", "fsdisk", "KBps"},
    Title{"Pipe Throughput", "pipe", "lps"},
    Title{"Pipe-based Context Switching", "context1", "lps"},
    Title{"Process Creation", "spawn", "lps"},
    Title{"Shell Scripts (1 concurrent)", "shell1", "lpm"},
    Title{"Shell Scripts (8 concurrent)", "shell8", "lpm"},
    Title{"System Call Overhead", "syscall", "lps"},
};

}  // namespace

Metric look_up_metric(std::string_view format, std::string_view printed_name,
                      std::string_view unit) {
  Metric metric{std::string(printed_name), std::string(printed_name), std::string(unit),
                Better::neutral, Kind::count};
  if (format == "unixbench" || format == "unixbench-log") {
    for (const Title& title : unixbench_titles)
      if (printed_name == title.title) {
        metric.id = std::string("unixbench/") + title.workload + ".rate";
        metric.better = Better::higher;
        metric.kind = Kind::rate;
        if (metric.unit.empty()) metric.unit = title.unit;
      }
    if (printed_name.starts_with("System Benchmarks Index Score")) {
      metric.id = "unixbench.score";
      metric.better = Better::higher;
      metric.kind = Kind::rate;
    }
  }
  return metric;
}

}  // namespace lodestone
