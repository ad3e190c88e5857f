// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab.h"

#include <fmt/format.h>

namespace lodestone {
namespace {

std::string interval(const lab::Contrast& contrast) {
  if (contrast.n == 0) return "no window kept";
  if (!contrast.has_interval)
    return fmt::format("{:+.1f} % (n {}: no interval)", contrast.change_percent, contrast.n);
  return fmt::format("{:+.1f} % [{:+.1f}, {:+.1f}]", contrast.change_percent, contrast.low_percent,
                     contrast.high_percent);
}

}  // namespace

std::string report_granule(const lab::Granule& granule) {
  std::string text = lab::granule_sentence(granule) + "\n\n";
  text += fmt::format("{} · CPUs {} and {} ({}) · {} windows kept, {} thrown away · seed {}\n",
                      granule.cpu_model, granule.cpus.size() > 0 ? granule.cpus[0] : -1,
                      granule.cpus.size() > 1 ? granule.cpus[1] : -1, granule.relation,
                      granule.windows, granule.discarded, granule.seed);
  for (const std::string& doubt : granule.cannot_claim) text += "  cannot claim: " + doubt + "\n";
  for (lab::Mix mix :
       {lab::Mix::plain, lab::Mix::locked, lab::Mix::write_read, lab::Mix::contended}) {
    text += fmt::format("\n{:10}  {:>9}  {:>9}  {}\n", lab::name_of(mix), "words at", "ns/access",
                        "against words far apart, 99 % interval");
    for (const lab::GranuleRow& row : granule.rows)
      if (row.mix == mix)
        text +=
            fmt::format("{:10}  {:>9}  {:>9.3f}  {:32} {}\n", "",
                        fmt::format("{}, {}", row.layout.first, row.layout.second), row.nanoseconds,
                        interval(row.against_far), lab::name_of(row.against_far.effect));
  }
  text += fmt::format("\nadjacent line (contended 0, 64 against 64, 128): {}\n",
                      interval(granule.adjacent));
  text += fmt::format("upper half of a line (32, 40 against 0, 8):      {}\n",
                      interval(granule.upper_half));
  return text;
}

}  // namespace lodestone
