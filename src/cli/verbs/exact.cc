// SPDX-License-Identifier: GPL-2.0-or-later
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <cstdio>

#include "base/fd.h"
#include "base/text.h"
#include "cli/exports.h"
#include "cli/quiet_option.h"
#include "cli/verb.h"
#include "exact/comparison.h"
#include "exact/flame_graph.h"
#include "exact/outcome_json.h"
#include "exact/session.h"
#include "exact/text.h"
#include "store/store.h"

namespace lodestone::verb_exact {
namespace {

constexpr Option options[] = {
    {"--base", "KERNEL",
     "the first kernel: an image or a build tree, then ,symbols=FILE ,cmdline=TEXT ,cpu=MODEL "
     ",label=TEXT"},
    {"--new", "KERNEL", "a kernel to compare with it, in the same form; 'same' is the base's own",
     true},
    {"--operations", "N", "operations a phase (default: as many as are useful)"},
    {"--phases", "N",
     "how often the operations are run, each time at another distance from the timer (default 4)"},
    {"--repeat", "N", "boots a side, which must agree to the last instruction (default 2)"},
    {"--count", "WHAT",
     "instructions, memory (loads and stores), sharing (between CPUs) or cache (a model)"},
    {"--cache", "SIZE,WAYS,LINE", "the cache model, in bytes (default 32k,8,64)"},
    {"--cpus", "N", "emulated processors, one task each (default 1)"},
    {"--jobs", "N", "boots at a time (default: one a processor)"},
    {"--memory", "MEGABYTES", "of the emulated machine (default 512)"},
    {"--timeout", "TIME", "how long a boot may take (default 15m)"},
    {"--emulator", "PATH", "the QEMU to use (default LODESTONE_QEMU, else the one on PATH)"},
    {"--folded", "FILE",
     "write the functions as folded lines, for flame graph tools; with two kernels, both counts"},
    {"--flame-graph", "FILE",
     "write a picture (SVG) of what the first new kernel executes more and less"},
    {"--no-cache", nullptr, "boot even where the result is known"},
    {"--all", nullptr, "list every function"},
    {"--columns", nullptr, "the counts alone, side by side"},
    option_quiet_machine,
    {"--no-store", nullptr, "keep no record in the store"},
    option_store,
    option_export,
    option_json,
};

Result<exact::SessionOptions> session_options(const Arguments& arguments) {
  exact::SessionOptions session;
  auto base = arguments.value("--base");
  if (!base)
    return fail(ErrorCode::usage, "exact needs a kernel", "--base is missing",
                "lodestone exact --base /boot/vmlinuz-6.1.0-57-cloud-amd64 scale/getppid1");
  LODESTONE_ASSIGN(auto base_spec, exact::parse_arm(*base));
  session.arms.push_back(base_spec);
  for (const std::string& text : arguments.values("--new")) {
    LODESTONE_ASSIGN(auto spec, exact::parse_arm(text));
    session.arms.push_back(spec);
  }
  session.workloads = arguments.positional;
  if (session.workloads.empty())
    return fail(ErrorCode::usage, "exact needs a workload", {},
                "scale/getppid1 is a good first one");
  LODESTONE_ASSIGN(auto operations, arguments.integer("--operations", 1, 1000000));
  LODESTONE_ASSIGN(auto phases, arguments.integer("--phases", 1, 64));
  LODESTONE_ASSIGN(auto repeat, arguments.integer("--repeat", 1, 16));
  LODESTONE_ASSIGN(auto cpus, arguments.integer("--cpus", 1, 8));
  LODESTONE_ASSIGN(auto jobs, arguments.integer("--jobs", 1, 1024));
  LODESTONE_ASSIGN(auto memory, arguments.integer("--memory", 64, 1 << 20));
  LODESTONE_ASSIGN(auto timeout, arguments.duration("--timeout"));
  session.operations = static_cast<uint64_t>(operations.value_or(0));
  session.phases = static_cast<unsigned>(phases.value_or(4));
  session.repeat = static_cast<unsigned>(repeat.value_or(2));
  session.cpus = static_cast<int>(cpus.value_or(1));
  session.jobs = static_cast<unsigned>(jobs.value_or(0));
  session.memory_megabytes = static_cast<int>(memory.value_or(512));
  session.timeout_seconds = timeout.value_or(900);
  session.emulator = arguments.value("--emulator").value_or("");
  session.count = arguments.value("--count").value_or("instructions");
  if (session.count != "instructions" && session.count != "memory" && session.count != "sharing" &&
      session.count != "cache")
    return fail(ErrorCode::usage, "--count cannot be '" + session.count + "'",
                "it takes instructions, memory, sharing or cache");
  if (auto model = arguments.value("--cache")) {
    auto parts = split(*model, ',');
    std::string text;
    for (auto part : parts) {
      auto size = parse_size(part);
      if (parts.size() != 3 || !size || *size < 1)
        return fail(ErrorCode::usage, "--cache takes SIZE,WAYS,LINE", "'" + *model + "' is none",
                    "--cache 32k,8,64");
      text += (text.empty() ? "" : " ") + std::to_string(*size);
    }
    session.cache_model = text;
  }
  session.use_cache = !arguments.has("--no-cache");
  if (::isatty(2))
    session.progress = [](const std::string& line) {
      std::fprintf(stderr, "\r\033[K%s", line.c_str());
    };
  return session;
}

// Paths, distributions and the data that were touched, beside the document's own fields.
Json with_details(Json document, const exact::Session& session) {
  Json paths = Json::array();
  for (const exact::ArmOutcome& arm : session.arms) {
    Json workloads = Json::array();
    for (const exact::WorkloadOutcome& outcome : arm.workloads)
      if (outcome.has_result()) workloads.push_back(to_json(outcome));
    paths.push_back({{"label", arm.arm.label}, {"workloads", std::move(workloads)}});
  }
  document["paths"] = std::move(paths);
  Json arms = Json::array();
  bool any = false;
  for (const exact::ArmOutcome& arm : session.arms) {
    Json workloads = Json::array();
    for (const exact::MemoryOutcome& memory : arm.memory) workloads.push_back(to_json(memory));
    any = any || !arm.memory.empty();
    arms.push_back({{"label", arm.arm.label}, {"workloads", std::move(workloads)}});
  }
  if (any) document["memory"] = std::move(arms);
  return document;
}

Run record_of(const exact::ArmOutcome& arm, const exact::Session& session,
              const exact::SessionOptions& options, const QuietMachine& quiet) {
  Run record = exact::record_of(arm, session, options);
  record.settings_changed = quiet.changes();
  return record;
}

// Records of what was booted now; a store that cannot be written is no failure of the counting.
void store_records(const Arguments& arguments, exact::Session& session,
                   const exact::SessionOptions& options, const QuietMachine& quiet) {
  if (arguments.has("--no-store")) return;
  std::unique_ptr<Store> store;
  for (const exact::ArmOutcome& arm : session.arms) {
    if (arm.error || arm.from_cache) continue;
    Result<void> done;
    if (!store) {
      auto opened = open_store(arguments.value("--store").value_or(""), Access::write);
      if (opened)
        store = std::move(*opened);
      else
        done = tl::unexpected<Error>(opened.error());
    }
    if (store) {
      auto added = store->add(record_of(arm, session, options, quiet));
      if (!added) done = tl::unexpected<Error>(added.error());
    }
    if (!done) {
      add_finding(session.findings,
                  {"F609 not-stored", "no record was stored: " + done.error().what,
                   done.error().why, done.error().hint});
      return;
    }
  }
}

Result<void> write_graphs(const Arguments& arguments, const exact::Session& session) {
  const exact::ArmOutcome& base = session.arms[0];
  bool two = session.arms.size() > 1;
  if (auto path = arguments.value("--folded"))
    LODESTONE_TRY(write_file(
        *path, two ? exact::folded_difference(base, session.arms[1]) : exact::folded_lines(base)));
  if (auto path = arguments.value("--flame-graph")) {
    if (!two)
      return fail(ErrorCode::usage, "--flame-graph needs two kernels", "it shows a difference",
                  "add --new");
    LODESTONE_TRY(write_file(*path, exact::difference_graph(base, session.arms[1])));
  }
  return {};
}

Result<int> run(const Arguments& arguments) {
  LODESTONE_ASSIGN(auto options, session_options(arguments));
  LODESTONE_ASSIGN(Exports exports, Exports::open(arguments, options.arms.size() > 1));
  std::vector<Finding> findings;
  LODESTONE_ASSIGN(QuietMachine quiet, QuietMachine::begin(arguments, findings));
  LODESTONE_ASSIGN(exact::Session session, exact::run_session(options));
  quiet.end(findings);
  for (const Finding& finding : findings) add_finding(session.findings, finding);
  if (options.progress) std::fprintf(stderr, "\r\033[K");
  store_records(arguments, session, options, quiet);
  LODESTONE_TRY(write_graphs(arguments, session));
  exact::TextOptions text{arguments.has("--all"), arguments.has("--columns")};
  if (session.arms.size() == 1) {
    exact::ArmOutcome& arm = session.arms[0];
    if (arm.error) return tl::unexpected<Error>(*arm.error);
    const Run record = record_of(arm, session, options, quiet);
    const Results results{nullptr, record,
                          [&] { return to_text(with_details(to_json(record), session)) + "\n"; }};
    std::fputs((arguments.has("--json")
                    ? results.json()
                    : exact::arm_text(arm, text) + exact::findings_text(record.findings))
                   .c_str(),
               stdout);
    LODESTONE_TRY(exports.write(results));
    return record.workloads.empty() ? 3 : 0;
  }
  const Comparison comparison = exact::compare_session(session);
  std::vector<Run> records;
  for (const exact::ArmOutcome& arm : session.arms)
    if (!arm.error) records.push_back(record_of(arm, session, options, quiet));
  const Results results{&comparison, records,
                        [&] { return to_text(with_details(to_json(comparison), session)) + "\n"; }};
  std::fputs(
      (arguments.has("--json") ? results.json() : exact::comparison_text(session, comparison, text))
          .c_str(),
      stdout);
  LODESTONE_TRY(exports.write(results));
  bool any_row = false;
  bool failed = false;
  for (const PairComparison& pair : comparison.pairs) any_row = any_row || !pair.rows.empty();
  for (const exact::ArmOutcome& arm : session.arms) failed = failed || arm.error.has_value();
  return failed || !any_row ? 3 : 0;
}

}  // namespace

extern const Verb verb_exact{
    "exact",
    "boot kernels in an emulated machine and count every instruction",
    "--base KERNEL [--new KERNEL...] WORKLOAD...",
    "Boots each kernel in an emulated machine, runs the workloads in it, and counts every "
    "instruction that an operation "
    "executes, function by function. The counts are the same every time and on every machine: no "
    "hardware counters, no "
    "root and no quiet machine are needed. Two kernels become a table of exact differences.\n\n"
    "Counts are not times: docs/exact.md says what they show and what they do not.",
    options,
    "lodestone exact --base vmlinuz-a --new vmlinuz-b scale/getppid1 unixbench/pipe\n"
    "lodestone exact --base vmlinuz --new same,cmdline=mitigations=off scale/getppid1",
    run};

}  // namespace lodestone::verb_exact
