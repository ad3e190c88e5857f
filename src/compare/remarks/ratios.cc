// SPDX-License-Identifier: GPL-2.0-or-later
// Ratios of counters that people compute in their heads: instructions per cycle, misses per branch
// and per reference, and what part of a change of cycles is more instructions and what part slower
// ones.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "compare/remark.h"

namespace lodestone::remark_ratios {
namespace {

struct Ratio {
  const char* name;
  const char* over;
  const char* under;
  bool percent;
};

constexpr std::array ratios{
    Ratio{"instructions per cycle", "instructions", "cycles", false},
    Ratio{"branch misses per branch", "branch-misses", "branches", true},
    Ratio{"cache misses per reference", "cache-misses", "cache-references", true}};

// "CPU cycles", "cpu-cycles" and "cycles" are one event, "mmap/touch.cache-misses" the same of a
// workload.
std::string plain(std::string_view name) {
  if (const size_t dot = name.rfind('.'); dot != std::string_view::npos)
    name.remove_prefix(dot + 1);
  std::string letters;
  for (char c : to_lower(name))
    if (c >= 'a' && c <= 'z') letters += c;
  return letters == "cpucycles" ? "cycles" : letters == "branchinstructions" ? "branches" : letters;
}

// The first row of each event that a ratio needs, by the event's plain name.
using Events = std::map<std::string, const ComparisonRow*, std::less<>>;

const ComparisonRow* find_event(const Events& events, std::string_view event) {
  const auto found = events.find(plain(event));
  return found == events.end() ? nullptr : found->second;
}

void on_workload(PairComparison& pair, const std::string& workload, const Events& events) {
  for (const Ratio& ratio : ratios) {
    const ComparisonRow* over = find_event(events, ratio.over);
    const ComparisonRow* under = find_event(events, ratio.under);
    if (!over || !under) continue;
    const double scale = ratio.percent ? 100 : 1;
    const double base = scale * *over->base.center / *under->base.center,
                 now = scale * *over->new_.center / *under->new_.center;
    const char* unit = ratio.percent ? " %" : "";
    add_finding(pair.findings,
                {"F043 derived-ratio",
                 fmt::format("{}{}: {:.{}f}{} against {:.{}f}{}",
                             workload.empty() ? "" : workload + ", ", ratio.name, base,
                             ratio.percent ? 2 : 3, unit, now, ratio.percent ? 2 : 3, unit),
                 "", ""});
  }
  const ComparisonRow* cycles = find_event(events, "cycles");
  const ComparisonRow* instructions = find_event(events, "instructions");
  if (!cycles || !instructions) return;
  const double more_cycles = *cycles->new_.center / *cycles->base.center;
  const double more_instructions = *instructions->new_.center / *instructions->base.center;
  if (std::fabs(more_cycles - 1) < 0.001 && std::fabs(more_instructions - 1) < 0.001) return;
  add_finding(
      pair.findings,
      {"F044 cycles-decomposed",
       fmt::format(
           "cycles {:+.2f} % = instructions {:+.2f} % times cycles per instruction {:+.1f} %",
           100 * (more_cycles - 1), 100 * (more_instructions - 1),
           100 * (more_cycles / more_instructions - 1)),
       "more instructions need not cost as many cycles as the old ones did", ""});
}

void on_pair(const Side&, const Side&, PairComparison& pair) {
  std::set<std::string, std::less<>> wanted;
  for (const Ratio& ratio : ratios) wanted.insert({plain(ratio.over), plain(ratio.under)});
  std::vector<std::pair<std::string, Events>> workloads;  // in the order of the rows
  std::map<std::string, size_t, std::less<>> places;
  for (const ComparisonRow& row : pair.rows) {
    if (!(row.base.center.value_or(0) > 0) || !(row.new_.center.value_or(0) > 0)) continue;
    std::string event = plain(row.metric.id);
    if (!wanted.contains(event)) continue;
    const auto [place, fresh] = places.try_emplace(row.workload, workloads.size());
    if (fresh) workloads.push_back({row.workload, {}});
    workloads[place->second].second.try_emplace(std::move(event), &row);
  }
  for (const auto& [workload, events] : workloads) on_workload(pair, workload, events);
}

}  // namespace

extern const Remark remark_ratios{"ratios", on_pair, nullptr};

}  // namespace lodestone::remark_ratios
