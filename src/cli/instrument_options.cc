// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/instrument_options.h"

#include "base/text.h"
#include "sys/cpus.h"

namespace lodestone {

Result<InstrumentOptions> instrument_options(const Arguments& arguments) {
  InstrumentOptions options;
  options.counters = arguments.value("--counters").value_or("");
  options.collectors = arguments.value("--collect").value_or("");
  // Blank, it would switch off silently what was asked for: a variable of a script that is not set.
  for (const std::string_view name : {"--counters", "--collect"})
    if (const auto value = arguments.value(name); value && trim(*value).empty())
      return fail(ErrorCode::usage, "the value of " + std::string(name) + " is empty", "",
                  std::string(name) + " default, or leave it out");
  if (const auto cpus = arguments.value("--counters-cpus")) {
    options.count_tasks = *cpus == "none";
    const auto list = options.count_tasks ? std::vector{-1} : parse_cpu_list(*cpus);
    if (!list || list->empty())
      return fail(ErrorCode::usage, "the value of --counters-cpus cannot be used: '" + *cpus + "'",
                  "", "it takes CPUs, such as 0,2-5, or none");
    if (options.counters.empty())
      return fail(ErrorCode::usage, "--counters-cpus says where to count, and nothing is counted",
                  "--counters is missing", "--counters default");
    if (!options.count_tasks) options.count_cpus = *list;
  }
  return options;
}

}  // namespace lodestone
