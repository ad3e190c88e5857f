// SPDX-License-Identifier: GPL-2.0-or-later
// Ratios of counters that people compute in their heads: instructions per cycle, misses per branch
// and per reference, and what part of a change of cycles is more instructions and what part slower
// ones.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

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

const ComparisonRow* find_event(const PairComparison& pair, std::string_view event,
                                const std::string& workload) {
  for (const ComparisonRow& row : pair.rows)
    if (row.workload == workload && row.base.center && row.new_.center && *row.base.center > 0 &&
        *row.new_.center > 0 && plain(row.metric.id) == plain(event))
      return &row;
  return nullptr;
}

void on_workload(PairComparison& pair, const std::string& workload) {
  for (const Ratio& ratio : ratios) {
    const ComparisonRow* over = find_event(pair, ratio.over, workload);
    const ComparisonRow* under = find_event(pair, ratio.under, workload);
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
  const ComparisonRow* cycles = find_event(pair, "cycles", workload);
  const ComparisonRow* instructions = find_event(pair, "instructions", workload);
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
  std::vector<std::string> seen;
  const size_t rows = pair.rows.size();
  for (size_t i = 0; i < rows; ++i) {
    const std::string workload = pair.rows[i].workload;
    if (std::find(seen.begin(), seen.end(), workload) != seen.end()) continue;
    seen.push_back(workload);
    on_workload(pair, workload);
  }
}

}  // namespace

extern const Remark remark_ratios{"ratios", on_pair, nullptr};

}  // namespace lodestone::remark_ratios
