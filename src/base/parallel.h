// SPDX-License-Identifier: GPL-2.0-or-later
// One function over many independent indices, on all CPUs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace lodestone {

// Calls function(i) for every i below `count`, each once, from several threads where that pays. The
// calls must not touch each other's data, and nothing of the result may depend on their order. The
// function must not throw. Returns when all are done.
template <typename Function>
void in_parallel(size_t count, Function function) {
  constexpr size_t chunk = 512;
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t first; (first = next.fetch_add(chunk)) < count;)
      for (size_t i = first; i < std::min(first + chunk, count); ++i) function(i);
  };
  std::vector<std::jthread> threads;
  // Below this a thread costs more than it saves.
  const size_t wanted = std::min<size_t>({std::thread::hardware_concurrency(), count / 4096, 16});
  try {
    while (threads.size() + 1 < wanted) threads.emplace_back(work);
  } catch (const std::system_error&) {
    // No more threads to be had: those that there are do the work.
  }
  work();
}

}  // namespace lodestone
