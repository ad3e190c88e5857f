// SPDX-License-Identifier: GPL-2.0-or-later
// will-it-scale's table: tasks,processes,processes_idle,threads,threads_idle,linear and a constant
// row 0. A mode without a result is -1, one that was not run 0 (as LKP's version of the script
// writes it). The lines that name what measured begin with '#'; with a single workload there is
// only a closing one, so that the table starts the file.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "formats/writer.h"
#include "model/scaling.h"

namespace lodestone::writer_will_it_scale_csv {
namespace {

std::string rate_text(const ScalingCell& cell) {
  if (cell.rate) return fmt::format("{:.0f}", *cell.rate);
  return cell.failed ? "-1" : "0";
}

// A mode that did not run left the machine as idle as the original's row 0 says.
std::string idle_text(const ScalingCell& cell) {
  return cell.idle_percent ? fmt::format("{:.2f}", *cell.idle_percent) : "0";
}

std::string table_text(const ScalingSweep& sweep) {
  std::string out = "tasks,processes,processes_idle,threads,threads_idle,linear\n0,0,100,0,100,0\n";
  for (const ScalingRow& row : sweep.rows)
    out += fmt::format("{},{},{},{},{},{:.0f}\n", row.tasks, rate_text(row.processes),
                       idle_text(row.processes), rate_text(row.threads), idle_text(row.threads),
                       row.linear.value_or(0));
  return out;
}

Result<std::string> write(const Run& run) {
  std::vector<std::vector<ScalingSweep>> groups;
  for (ScalingSweep& sweep : scaling_sweeps(run.passes)) {
    if (!sweep.workload.starts_with("scale/")) continue;
    bool placed = false;
    for (auto& group : groups)
      if (group[0].workload == sweep.workload && group[0].parameters == sweep.parameters) {
        group.push_back(sweep);
        placed = true;
        break;
      }
    if (!placed) groups.push_back({std::move(sweep)});
  }
  if (groups.empty())
    return fail(ErrorCode::unsupported, "the run holds no scaling workload",
                "the layout shows task counts of scale/*",
                "lodestone run scale/sched_yield --tasks 1,2,4");
  std::string out;
  for (const auto& group : groups) {
    if (groups.size() > 1) out += fmt::format("# {}\n", group[0].workload);
    out += table_text(mean_sweep(group));
  }
  return out + fmt::format("# {}: equivalent work, measured by lodestone, not by will-it-scale\n",
                           groups.size() > 1 ? "the tables above" : groups[0][0].workload);
}

}  // namespace

extern const Writer writer_will_it_scale_csv{
    "will-it-scale-csv", "will-it-scale's table of task counts", one_by_one<write>};

}  // namespace lodestone::writer_will_it_scale_csv
