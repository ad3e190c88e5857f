// SPDX-License-Identifier: GPL-2.0-or-later
// Time that the hypervisor gave to others: the steal column of /proc/stat.
#include <algorithm>

#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_steal {
namespace {

CheckResult look(const Root& root) {
  const std::string text = root.text("/proc/stat");
  const auto fields = words(std::string_view(text).substr(0, text.find('\n')));
  if (fields.size() < 9 || fields[0] != "cpu") return unreadable("/proc/stat");
  double total = 0;
  for (size_t i = 1; i < std::min<size_t>(fields.size(), 9); ++i)
    total += parse_double(fields[i]).value_or(0);
  const double steal = parse_double(fields[8]).value_or(0);
  if (total <= 0 || steal == 0) return {CheckState::good, "none since boot", "", {}};
  const double percent = steal / total * 100;
  return {percent > 0.1 ? CheckState::warning : CheckState::note,
          fixed(percent, 2) + " % since boot",
          "",
          {},
          "use a host of your own, or measure when it is quiet"};
}

}  // namespace

extern const Check check_steal{
    "D015 steal",
    "a neighbour adds from 0.03 to 100 % of spread, and no setting in the guest removes it", look};

}  // namespace lodestone::check_steal
