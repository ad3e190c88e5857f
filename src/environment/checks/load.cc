// SPDX-License-Identifier: GPL-2.0-or-later
// Load average and pressure of the machine at this moment (/proc/loadavg, /proc/pressure).
#include <algorithm>

#include "base/text.h"
#include "environment/check.h"
#include "sys/cpus.h"

namespace lodestone::check_load {
namespace {

CheckResult look(const Root& root) {
  const std::string text = root.text("/proc/loadavg");
  const auto fields = words(text);
  const auto load = fields.empty() ? std::nullopt : parse_double(fields[0]);
  if (!load) return {CheckState::absent, "cannot be read", "", {}};
  const double cpus = static_cast<double>(std::max<size_t>(online_cpus(root).size(), 1));
  std::string found = "load " + fixed(*load, 2) + " on " + fixed(cpus, 0) + " CPUs";
  const std::string pressure = root.text("/proc/pressure/cpu");
  const size_t at = pressure.find("avg10=");
  const std::string rest = at == std::string::npos ? "" : pressure.substr(at + 6);
  const auto numbers = words(rest);
  const auto stalled = numbers.empty() ? std::nullopt : parse_double(numbers[0]);
  if (stalled) found += ", CPU pressure " + fixed(*stalled, 1) + " %";
  const bool busy = *load > 0.1 * cpus + 0.2 || stalled.value_or(0) > 5;
  return {busy ? CheckState::warning : CheckState::good,
          found,
          busy ? "find what runs (top), and wait or stop it" : "",
          {}};
}

}  // namespace

extern const Check check_load{"D014 load",
                              "at load 7 on few CPUs every tenth window of 0.4 ms was interrupted, "
                              "and means moved by tens of per cent",
                              look};

}  // namespace lodestone::check_load
