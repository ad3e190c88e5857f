// SPDX-License-Identifier: GPL-2.0-or-later
// Load average and pressure of the machine at this moment (/proc/loadavg, /proc/pressure).
#include <algorithm>

#include "base/text.h"
#include "environment/check.h"
#include "sys/cpus.h"

namespace lodestone::check_load {
namespace {

// Per cent of the last ten seconds in which some task waited (Documentation/accounting/psi.rst).
std::optional<double> pressure(const Root& root, const std::string& kind) {
  const std::string text = root.text("/proc/pressure/" + kind);
  const size_t at = text.find("avg10=");
  if (at == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view(text).substr(at + 6);
  return parse_double(rest.substr(0, rest.find(' ')));
}

CheckResult look(const Root& root) {
  const std::string text = root.text("/proc/loadavg");
  const auto fields = words(text);
  const auto load = fields.empty() ? std::nullopt : parse_double(fields[0]);
  if (!load) return unreadable("/proc/loadavg");
  const double cpus = static_cast<double>(std::max<size_t>(online_cpus(root).size(), 1));
  std::string found = "load " + fixed(*load, 2) + " on " + fixed(cpus, 0) + " CPUs";
  double most = 0;
  for (const auto& [kind, name] : {std::pair{"cpu", "CPU"}, {"memory", "memory"}, {"io", "I/O"}}) {
    const auto stalled = pressure(root, kind);
    if (!stalled) continue;
    found += std::string(", ") + name + " pressure " + fixed(*stalled, 1) + " %";
    most = std::max(most, *stalled);
  }
  const bool busy = *load > 0.1 * cpus + 0.2 || most > 5;
  return {busy ? CheckState::warning : CheckState::good,
          found,
          "",
          {},
          busy ? "find what runs (top), and wait or stop it" : ""};
}

}  // namespace

extern const Check check_load{"D014 load",
                              "at load 7 on few CPUs every tenth window of 0.4 ms was interrupted, "
                              "and means moved by tens of per cent",
                              look};

}  // namespace lodestone::check_load
