// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab.h"

#include <fmt/format.h>

#include "report/plot.h"

namespace lodestone {
namespace {

std::string interval(const lab::Contrast& contrast) {
  if (contrast.n == 0) return "no pair of windows kept";
  if (!contrast.has_interval)
    return fmt::format("{:+.1f} % (n {}: no interval)", contrast.change_percent, contrast.n);
  return fmt::format("{:+.1f} % [{:+.1f}, {:+.1f}]", contrast.change_percent, contrast.low_percent,
                     contrast.high_percent);
}

// Nothing measured is no zero.
std::string measured(double value, int decimals) {
  return value > 0 ? fmt::format("{:.{}f}", value, decimals) : "-";
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
        text += fmt::format("{:10}  {:>9}  {:>9}  {:32} {}\n", "",
                            fmt::format("{}, {}", row.layout.first, row.layout.second),
                            measured(row.nanoseconds, 3), interval(row.against_far),
                            lab::name_of(row.against_far.effect));
  }
  text += fmt::format("\nadjacent line (contended 0, 64 against 64, 128): {}\n",
                      interval(granule.adjacent));
  text += fmt::format("upper half of a line (32, 40 against 0, 8):      {}\n",
                      interval(granule.upper_half));
  return text;
}

std::string report_queue(const lab::Queue& queue) {
  std::string text = lab::queue_sentence(queue) + "\n\n";
  text +=
      fmt::format("{} · {} threads · {} windows kept, {} thrown away · seed {}\n", queue.cpu_model,
                  queue.cpus.size(), queue.windows, queue.discarded, queue.seed);
  for (const std::string& doubt : queue.cannot_claim) text += "  cannot claim: " + doubt + "\n";
  text += fmt::format("\n{:>8} {:>8} {:>9} {:>10} {:>8}  {}\n", "distance", "read cpu", "ns/turn",
                      "hand-over", "fairness", "against 256 bytes, 99 % interval");
  std::vector<PlotSeries> curves;
  for (const lab::QueueRow& row : queue.rows) {
    // A fairness of 0 is possible, but not where no window was kept.
    text += fmt::format("{:>8} {:>8} {:>9} {:>10} {:>8}  {}\n", row.distance,
                        row.read_cpu ? "yes" : "no", measured(row.nanoseconds, 1),
                        measured(row.handover_ns, 1),
                        row.nanoseconds > 0 ? fmt::format("{:.2f}", row.fairness) : "-",
                        row.distance == 256 ? "" : interval(row.against_apart));
    if (row.read_cpu)
      text += fmt::format("{:48}  the read itself: {} {}\n", "", interval(row.read_effect),
                          lab::name_of(row.read_effect.effect));
    if (curves.size() < (row.read_cpu ? 2u : 1u))
      curves.push_back({row.read_cpu ? "with the read of the CPU number" : queue.options.kind, {}});
    if (row.nanoseconds > 0)
      curves.back().points.push_back({static_cast<double>(row.distance), row.nanoseconds});
  }
  return text + "\n" + plot_sizes(curves, "bytes between hot words", "ns a turn");
}

std::string report_replay(const lab::Replay& replay) {
  std::string text = lab::replay_sentence(replay) + "\n\n";
  text += fmt::format("{} · CPUs {} and {} · {} windows kept, {} thrown away · seed {}\n",
                      replay.cpu_model, replay.cpus.size() > 0 ? replay.cpus[0] : -1,
                      replay.cpus.size() > 1 ? replay.cpus[1] : -1, replay.windows,
                      replay.discarded, replay.seed);
  for (const std::string& doubt : replay.cannot_claim) text += "  cannot claim: " + doubt + "\n";
  const lab::WordPair* last = nullptr;
  for (const lab::ReplayRow& row : replay.rows) {
    if (last == nullptr || last->first != row.pair.first || last->second != row.pair.second)
      text += fmt::format(
          "\n{} beside {}: {} and {} mod 128, {} bytes apart; now {} and {}, {} bytes apart\n",
          row.pair.first, row.pair.second, row.pair.base.first % 128, row.pair.base.second % 128,
          row.pair.base.second - row.pair.base.first, row.pair.changed.first % 128,
          row.pair.changed.second % 128, row.pair.changed.second - row.pair.changed.first);
    last = &row.pair;
    if (row.moved)
      text += fmt::format("  {:10}  {:>9} {:>9} ns  {:32} {}\n", lab::name_of(row.mix),
                          measured(row.base_ns, 3), measured(row.changed_ns, 3),
                          interval(row.change), lab::name_of(row.change.effect));
    else
      text += fmt::format("  {:10}  {:>9} ns, the same place in both\n", lab::name_of(row.mix),
                          measured(row.base_ns, 3));
  }
  text +=
      "\nOne word at the start of each symbol is used; which words a kernel uses, and how often, "
      "is not in a map.\n";
  return text;
}

}  // namespace lodestone
