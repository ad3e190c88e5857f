// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/writer.h"

#include <algorithm>

namespace lodestone {

tl::unexpected<Error> nothing_to_write(Runs runs) {
  const bool means = std::any_of(runs.begin(), runs.end(), [](const Run& run) {
    return std::any_of(
        run.workloads.begin(), run.workloads.end(), [](const WorkloadResult& result) {
          return std::any_of(result.metrics.begin(), result.metrics.end(),
                             [](const Measurement& m) { return m.center.has_value(); });
        });
  });
  if (!means)
    return fail(ErrorCode::unsupported, "there is no value to write", "the runs hold no result",
                "lodestone store show tells what a run holds");
  return fail(ErrorCode::unsupported, "there is no single value to write",
              "every value stands for several runs, whose own values nobody printed",
              "json keeps means and spreads; lkp and markdown show them");
}

const Writer* find_writer(std::string_view name) {
  for (const Writer* writer : writers)
    if (name == writer->name) return writer;
  return nullptr;
}

std::vector<std::string> writer_names() {
  std::vector<std::string> names;
  for (const Writer* writer : writers) names.emplace_back(writer->name);
  return names;
}

}  // namespace lodestone
