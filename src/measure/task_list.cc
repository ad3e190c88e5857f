// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/task_list.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace lodestone {
namespace {

tl::unexpected<Error> wrong(std::string_view piece) {
  return fail(ErrorCode::usage, "--tasks cannot take '" + std::string(piece) + "'",
              "a count lies between 1 and " + std::to_string(most_tasks),
              "counts, ranges and percentages of the CPUs, as in 1,2-4,50%,100%");
}

bool fits(long long count) {
  return count >= 1 && count <= most_tasks;
}

}  // namespace

std::vector<int> power_of_two_sweep(int usable_cpus) {
  std::vector<int> counts;
  const int most = std::clamp(usable_cpus, 1, most_tasks);
  for (int count = 1; count < most; count *= 2) counts.push_back(count);
  counts.push_back(most);
  return counts;
}

Result<std::vector<int>> parse_task_list(const std::string& text, int usable_cpus) {
  std::vector<int> counts;
  for (std::string_view piece : split(text, ',')) {
    piece = trim(piece);
    if (piece == "sweep") {
      const auto sweep = power_of_two_sweep(usable_cpus);
      counts.insert(counts.end(), sweep.begin(), sweep.end());
    } else if (piece.ends_with('%')) {
      const auto percent = parse_double(piece.substr(0, piece.size() - 1));
      if (!percent || !(*percent > 0) || *percent > 100.0 * most_tasks) return wrong(piece);
      const long long count = std::max(1LL, std::llround(*percent / 100 * usable_cpus));
      if (!fits(count)) return wrong(piece);
      counts.push_back(static_cast<int>(count));
    } else if (const size_t dash = piece.find('-'); dash != std::string_view::npos) {
      const auto low = parse_integer(piece.substr(0, dash)),
                 high = parse_integer(piece.substr(dash + 1));
      if (!low || !high || !fits(*low) || !fits(*high) || *low > *high) return wrong(piece);
      for (long long count = *low; count <= *high; ++count)
        counts.push_back(static_cast<int>(count));
    } else {
      const auto count = parse_integer(piece);
      if (!count || !fits(*count)) return wrong(piece);
      counts.push_back(static_cast<int>(*count));
    }
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

}  // namespace lodestone
