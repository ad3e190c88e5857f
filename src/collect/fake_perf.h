// SPDX-License-Identifier: GPL-2.0-or-later
// A kernel for tests whose answers to perf_event_open(2) each test sets.
#pragma once

#include <functional>
#include <vector>

#include "sys/perf_event.h"

namespace lodestone {

class FakePerf : public PerfKernel {
 public:
  struct Open {
    PerfEvent event;
    pid_t pid;
    int cpu, group;
    bool enabled = false;
  };
  std::function<int(const Open&)> refuse = [](const Open&) { return 0; };  // an errno, or 0
  std::function<PerfCount(const Open&)> count = [](const Open&) {
    return PerfCount{1000, 100, 100};
  };
  std::vector<Open> opens;  // every one that was not refused
  int live = 0;

  int open(const PerfEvent& event, pid_t pid, int cpu, int group) override {
    const Open entry{event, pid, cpu, group};
    if (const int problem = refuse(entry)) return -problem;
    opens.push_back(entry);
    ++live;
    return 100 + static_cast<int>(opens.size()) - 1;
  }
  int enable(int fd) override {
    opens[static_cast<size_t>(fd - 100)].enabled = true;
    return 0;
  }
  int disable(int) override { return 0; }
  int read(int fd, PerfCount& result) override {
    result = count(opens[static_cast<size_t>(fd - 100)]);
    return 0;
  }
  void close(int) override { --live; }
};

}  // namespace lodestone
