// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/plan.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace lodestone::exact {
namespace {

Event event_named(const char* name) {
  constexpr const char* names[] = {"none",     "timer",       "interrupt", "exception", "syscall",
                                   "new_task", "kernel_task", "softirq",   "arrival"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (std::strcmp(names[i], name) == 0) return static_cast<Event>(i);
  return Event::none;
}

}  // namespace

std::string Plan::read(const char* path) {
  std::FILE* file = std::fopen(path, "re");
  if (file == nullptr) return "the plan cannot be opened";
  char line[4096];
  std::string problem;
  while (problem.empty() && std::fgets(line, sizeof line, file) != nullptr) {
    char word[4096];
    unsigned long long a = 0;
    unsigned long long b = 0;
    unsigned long long c = 0;
    line[std::strcspn(line, "\n")] = 0;
    if (std::sscanf(line, "symbol %llx", &a) == 1) {
      symbols.push_back(a);
    } else if (std::sscanf(line, "event %31s %llx", word, &a) == 2) {
      if (event_named(word) == Event::none) problem = std::string("unknown event: ") + word;
      events[a] = event_named(word);
    } else if (std::sscanf(line, "range %31s %llx %llx", word, &a, &b) == 3) {
      Range range{a, b};
      if (std::strcmp(word, "entry") == 0)
        entry = range;
      else if (std::strcmp(word, "stubs") == 0)
        stubs = range;
      else if (std::strcmp(word, "vectors") == 0)
        vectors = range;
      else if (std::strcmp(word, "task_switch") == 0)
        task_switch = range;
      else if (std::strcmp(word, "softirq") == 0)
        softirq = range;
      else
        problem = std::string("unknown range: ") + word;
    } else if (std::sscanf(line, "return_thunk %llx", &a) == 1) {
      return_thunk = a;
    } else if (std::sscanf(line, "mitigated_return %llx", &a) == 1) {
      mitigated_returns.push_back(a);
    } else if (std::sscanf(line, "cache %llu %llu %llu", &a, &b, &c) == 3) {
      cache_size = a;
      cache_ways = b;
      cache_line = c;
    } else if (std::strncmp(line, "output ", 7) == 0) {
      output = line + 7;
    } else if (std::sscanf(line, "count %31s", word) == 1) {
      if (std::strcmp(word, "instructions") == 0)
        count = Count::instructions;
      else if (std::strcmp(word, "memory") == 0)
        count = Count::memory;
      else if (std::strcmp(word, "sharing") == 0)
        count = Count::sharing;
      else if (std::strcmp(word, "cache") == 0)
        count = Count::cache;
      else
        problem = std::string("unknown count: ") + word;
    } else {
      problem = std::string("unknown line: ") + line;
    }
  }
  std::fclose(file);
  if (problem.empty() && output.empty()) problem = "the plan names no output";
  if (problem.empty() && !std::is_sorted(symbols.begin(), symbols.end()))
    problem = "the symbols are not in order";
  return problem;
}

uint32_t Plan::symbol_at(uint64_t address) const {
  auto above = std::upper_bound(symbols.begin(), symbols.end(), address);
  return above == symbols.begin() ? ~0u : static_cast<uint32_t>(above - symbols.begin() - 1);
}

}  // namespace lodestone::exact
