// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "cli/verb.h"
#include "measure/recover.h"
#include "report/reproduce_script.h"
#include "store/store.h"

namespace lodestone::verb_reproduce {
namespace {

constexpr Option options[] = {
    {"--format", "NAME", "script (default) or lkp-job"}, option_store, option_json};

Result<int> run(const Arguments& arguments) {
  if (arguments.positional.size() != 1)
    return fail(ErrorCode::usage, "reproduce needs one run", "",
                "lodestone store list shows the runs");
  const std::string format = arguments.value("--format").value_or("script");
  if (format != "script" && format != "lkp-job")
    return fail(ErrorCode::usage, "reproduce cannot write the format '" + format + "'", "",
                "script or lkp-job");
  LODESTONE_ASSIGN(const auto store,
                   open_store(arguments.value("--store").value_or(""), Access::read));
  LODESTONE_ASSIGN(const auto ids, store->resolve(arguments.positional[0]));
  LODESTONE_ASSIGN(Run run, store->load_run(ids.back()));
  recover_results(run);
  std::string text = reproduce_script(run);
  if (format == "lkp-job") {
    LODESTONE_ASSIGN(text, lkp_job(run));
  }
  if (arguments.has("--json"))
    text = to_text({{"schema", "lodestone.reproduction/1"},
                    {"run", run.id},
                    {"format", format},
                    {"text", text},
                    {"findings", Json::array()}}) +
           "\n";
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace

extern const Verb verb_reproduce{
    "reproduce",
    "print a script that repeats a stored run by hand",
    "[OPTIONS] RUN",
    "Prints a shell script with the machine and versions that the run was measured with, the "
    "settings in force and the exact "
    "command. Of a label with several runs the newest is taken. --format lkp-job writes a job for "
    "lkp-tests instead, for "
    "workloads of will-it-scale and UnixBench.",
    options,
    "lodestone reproduce after@last > reproduce.sh\nlodestone reproduce after --format lkp-job",
    run};

}  // namespace lodestone::verb_reproduce
