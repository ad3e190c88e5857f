// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/instrument_options.h"

#include "sys/cpus.h"

namespace lodestone {

Result<InstrumentOptions> instrument_options(const Arguments& arguments) {
  InstrumentOptions options;
  options.counters = arguments.value("--counters").value_or("");
  options.collectors = arguments.value("--collect").value_or("");
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
