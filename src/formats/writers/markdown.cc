// SPDX-License-Identifier: GPL-2.0-or-later
// A run as a Markdown table: every metric with its centre, interval, spread and number of
// processes.
#include <fmt/format.h>

#include "base/text.h"
#include "formats/writer.h"

namespace lodestone::writer_markdown {
namespace {

std::string cell(std::string text) {
  return replace_all(replace_all(std::move(text), "|", "\\|"), "\n", " ");
}

Result<std::string> write(const Run& run) {
  const auto fact = [&](const char* name) { return run.context.get(name).value_or("unknown"); };
  std::string out = fmt::format("# {}\n\n", run.label.empty() ? run.id : cell(run.label));
  out += fmt::format("{}, {}, {} CPUs, Linux {}, {}\n\n", cell(fact("machine")),
                     cell(fact("cpu_model")), fact("cpus"), cell(fact("kernel")), run.started);
  out +=
      "| metric | copies | value | unit | 95 % interval | spread | n "
      "|\n|---|--:|--:|---|--:|--:|--:|\n";
  for (const WorkloadResult& result : run.workloads)
    for (const Measurement& m : result.metrics) {
      const std::string interval = m.interval[0] && m.interval[1]
                                       ? human(*m.interval[0]) + " to " + human(*m.interval[1])
                                       : "";
      const long long n = m.n.value_or(static_cast<long long>(m.samples.size()));
      out += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", cell(m.metric.id), result.copies,
                         m.center ? human(*m.center) : "", cell(m.metric.unit), interval,
                         m.spread_percent ? fixed(*m.spread_percent, 1) + " %" : "", n);
    }
  for (const Finding& finding : run.findings) {
    out += fmt::format("\n- {}: {}", cell(finding.code), cell(finding.text));
    if (!finding.reason.empty()) out += "; " + cell(finding.reason);
    if (!finding.remedy.empty()) out += "; " + cell(finding.remedy);
  }
  return out + (run.findings.empty() ? "" : "\n") + "\nMeasured by lodestone.\n";
}

}  // namespace

extern const Writer writer_markdown{"markdown", "a Markdown table of every metric",
                                    one_by_one<write>};

}  // namespace lodestone::writer_markdown
