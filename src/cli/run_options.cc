// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/run_options.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/text.h"
#include "cli/exports.h"
#include "cli/instrument_options.h"
#include "cli/scaling_options.h"
#include "store/store.h"
#include "sys/cpus.h"
#include "workload/plugin.h"

namespace lodestone {
namespace {

constexpr long long most_copies = 4096;  // as many tasks as the harness places

Result<void> check_directory(const std::string& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode))
    return fail(ErrorCode::usage, "--directory " + path + " is no folder", "",
                "make it first, or name another");
  if (::access(path.c_str(), W_OK | X_OK) != 0)
    return fail(ErrorCode::permission, "--directory " + path + " cannot be written to", "",
                "choose another");
  return {};
}

}  // namespace

Result<RunOptions> run_options(const Arguments& arguments) {
  RunOptions options;
  PlanRequest& request = options.request;
  request.names = arguments.positional;
  for (const std::string& text : arguments.values("--copies")) {
    const auto count = parse_integer(text);
    if (!count || *count < 1 || *count > most_copies)
      return fail(ErrorCode::usage, "the value of --copies cannot be used: '" + text + "'",
                  "it takes a whole number from 1 to " + std::to_string(most_copies));
    request.copies.push_back(static_cast<int>(*count));
  }
  request.sweeps = arguments.values("-P");
  for (const std::string& file : arguments.values("--plugin")) {
    LODESTONE_ASSIGN(const Plugin plugin, load_plugin(file));
    request.plugins.push_back({plugin.workload, {}, plugin.program, plugin.program_arguments});
  }
  request.mode = arguments.value("--mode").value_or("");
  LODESTONE_ASSIGN(const auto passes, arguments.integer("--passes", 1, 100000));
  if (passes) request.passes = static_cast<int>(*passes);
  LODESTONE_ASSIGN(request.seconds, arguments.duration("--seconds"));
  if (request.seconds && !(*request.seconds >= 0.01 && *request.seconds <= 86400))
    return fail(ErrorCode::usage, "the value of --seconds cannot be used",
                "it takes a time from 10ms to 24h");
  request.quick = arguments.has("--quick");
  request.like = arguments.value("--like").value_or("");
  LODESTONE_ASSIGN(const auto seed, arguments.integer("--seed", 0, INT64_MAX));
  // Half the range, so that the number printed can be given again.
  request.seed = seed ? static_cast<uint64_t>(*seed) : random_seed() >> 33;
  request.usable_cpus = usable_cpus(Root()).count();
  LODESTONE_ASSIGN(request.scaling, scaling_request(arguments));
  if (const auto label = arguments.value("--label")) {
    LODESTONE_TRY(check_label(*label));
    options.label = *label;
  }
  options.directory = arguments.value("--directory").value_or("");
  if (!options.directory.empty()) LODESTONE_TRY(check_directory(options.directory));
  options.format = arguments.value("--format").value_or("text");
  if (arguments.has("--json")) options.format = "json";
  if (options.format != "text") {
    LODESTONE_ASSIGN(options.format, check_output_format(options.format, false));
  }
  options.store_url = arguments.value("--store").value_or("");
  options.store = !arguments.has("--no-store");
  options.dry_run = arguments.has("--dry-run");
  LODESTONE_ASSIGN(options.instruments, instrument_options(arguments));
  return options;
}

}  // namespace lodestone
