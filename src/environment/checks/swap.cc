// SPDX-License-Identifier: GPL-2.0-or-later
// Swap space in use (/proc/swaps).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_swap {
namespace {

CheckResult look(const Root& root) {
  const std::string text = root.text("/proc/swaps");
  if (text.empty()) return missing(root, "/proc/swaps", "not built");
  long long used = 0;
  size_t areas = 0;
  for (const std::string_view line : split(text, '\n')) {
    const auto fields = words(line);
    const auto amount = fields.size() >= 5 ? parse_integer(fields[3]) : std::nullopt;
    if (!amount) continue;
    used += *amount;
    ++areas;
  }
  if (areas == 0) return {CheckState::good, "none", "", {}};
  if (used == 0) return {CheckState::good, "there, unused", "", {}};
  return {CheckState::warning, std::to_string(used / 1024) + " MiB in use", "swapoff -a", {}};
}

}  // namespace

extern const Check check_swap{
    "D010 swap",
    "a page that comes back from disk costs milliseconds; one such fault outweighs a pass", look};

}  // namespace lodestone::check_swap
