// SPDX-License-Identifier: GPL-2.0-or-later
// lodestone store ACTION: the actions that work on stored runs.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "base/json.h"
#include "base/pending_file.h"
#include "base/plural.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/exports.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "measure/recover.h"
#include "model/run.h"
#include "store/store.h"

namespace lodestone::verb_store {
namespace {

constexpr Option options[] = {
    option_store,
    option_json,
    {"--output", "FILE", "write an export to FILE instead of standard output"},
    {"--format", "NAME", "show: in a format that run writes (lodestone help formats)"},
    option_export,
    {"--passes", nullptr, "show: the raw passes too"}};

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}
void print_document(const Json& document) {
  print(to_text(document) + "\n");
}

std::string pad(const std::string& text, size_t width) {
  const size_t used = display_width(text);
  return text + std::string(used < width ? width - used : 1, ' ');
}

std::string size_text(int64_t bytes) {
  if (bytes < 10'240) return std::to_string(bytes) + " B";
  if (bytes < 10'485'760) return std::to_string(bytes / 1024) + " KiB";
  return std::to_string(bytes / 1'048'576) + " MiB";
}

Json to_json(const RunSummary& run) {
  return {{"id", run.id},
          {"label", run.label},
          {"method", run.method},
          {"boot_id", run.boot_id},
          {"machine", run.machine},
          {"kernel", run.kernel},
          {"state", run.state},
          {"started", run.started},
          {"finished", run.finished.empty() ? Json(nullptr) : Json(run.finished)},
          {"passes", run.passes},
          {"bytes", run.bytes},
          {"workloads", run.workloads}};
}

using Rest = std::vector<std::string>;  // the words after the action

Result<int> list(const Arguments& arguments, const Rest& rest) {
  auto opened = open_store(arguments.value("--store").value_or(""), Access::read);
  std::vector<RunSummary> runs;
  if (opened) {
    LODESTONE_ASSIGN(runs, (*opened)->list(rest.empty() ? "" : rest[0]));
  } else if (opened.error().code != ErrorCode::not_found) {
    return tl::unexpected<Error>(opened.error());
  }
  if (arguments.has("--json")) {
    Json entries = Json::array();
    for (const RunSummary& run : runs) entries.push_back(to_json(run));
    print_document({{"schema", "lodestone.store-list/1"},
                    {"runs", std::move(entries)},
                    {"findings", Json::array()}});
    return 0;
  }
  if (runs.empty()) {
    std::puts(rest.empty()
                  ? "no runs are stored yet: lodestone run --label NAME measures and stores"
                  : "no stored run matches");
    return 0;
  }
  size_t width = 6;
  for (const RunSummary& run : runs)
    width = std::max(width, std::min<size_t>(display_width(run.label), 28));
  print(pad("ID", 24) + pad("LABEL", width + 2) + pad("STATE", 13) + pad("PASSES", 8) +
        pad("SIZE", 10) + "KERNEL\n");
  for (const RunSummary& run : runs)
    print(pad(run.id, 24) + pad(run.label, width + 2) + pad(run.state, 13) +
          pad(std::to_string(run.passes), 8) + pad(size_text(run.bytes), 10) + run.kernel + "\n");
  return 0;
}

void print_run(const Run& run) {
  print("run " + run.id + "  label " + (run.label.empty() ? "(none)" : run.label) + "  " +
        run.method + "  " + run.started + "\n");
  for (const auto& [name, value] : run.context.facts)
    print("  " + pad(name, 20) + printable(value) + "\n");
  for (const WorkloadResult& workload : run.workloads) {
    print(workload.id + "  " + std::to_string(workload.copies) +
          (workload.copies == 1 ? " copy\n" : " copies\n"));
    for (const Measurement& m : workload.metrics)
      print("  " + pad(m.metric.id, 44) + pad(m.center ? human(*m.center) : "-", 14) +
            pad(m.metric.unit, 8) +
            std::to_string(m.samples.empty() ? m.n.value_or(0)
                                             : static_cast<long long>(m.samples.size())) +
            " samples\n");
  }
  if (run.workloads.empty())
    print("no results; " + std::to_string(run.passes.size()) + " raw passes\n");
  for (const Finding& finding : run.findings) print(finding.code + ": " + finding.text + "\n");
}

Json document_of(const std::vector<Run>& runs, bool passes) {
  if (runs.size() == 1) return to_json(runs[0], passes);
  Json documents = Json::array();
  for (const Run& run : runs) documents.push_back(to_json(run, passes));
  return {{"schema", "lodestone.store-show/1"}, {"runs", std::move(documents)}};
}

Result<int> show(const Arguments& arguments, const Rest& rest) {
  if (rest.empty())
    return fail(ErrorCode::usage, "store show needs a label or an id", "",
                "lodestone store list shows them");
  std::string format = arguments.has("--json") ? "json" : "text";
  if (const auto wanted = arguments.value("--format")) {
    LODESTONE_ASSIGN(format, check_output_format(*wanted, false));
  }
  LODESTONE_ASSIGN(Exports exports, Exports::open(arguments, false));
  LODESTONE_ASSIGN(const auto store,
                   open_store(arguments.value("--store").value_or(""), Access::read));
  const bool passes = arguments.has("--passes");
  const bool all_passes = passes || !exports.empty() || (format != "text" && format != "json");
  std::vector<Run> runs;
  for (const std::string& reference : rest) {
    LODESTONE_ASSIGN(const auto ids, store->resolve(reference));
    for (const std::string& id : ids) {
      LODESTONE_ASSIGN(Run run, store->load_run(id, all_passes ? Store::Passes::always
                                                               : Store::Passes::if_no_results));
      recover_results(run);
      runs.push_back(std::move(run));
    }
  }
  const Results results{nullptr, runs, [&] { return to_text(document_of(runs, passes)) + "\n"; }};
  if (format != "text") {
    LODESTONE_ASSIGN(const std::string text, text_in(format, results));
    print(text);
  } else {
    for (const Run& run : runs) {
      print_run(run);
      if (passes)
        for (const Pass& pass : run.passes) print(to_line(to_json(pass)) + "\n");
    }
  }
  LODESTONE_TRY(exports.write(results));
  return 0;
}

// What an action that changes runs did, for people and for programs.
Result<int> report(const Arguments& arguments, const char* done, const Rest& ids,
                   const Rest& problems) {
  if (arguments.has("--json")) {
    print_document({{"schema", "lodestone.store-change/1"},
                    {"action", done},
                    {"runs", ids},
                    {"problems", problems}});
  } else {
    for (const std::string& id : ids) print(std::string(done) + " " + id + "\n");
    if (ids.empty()) print(std::string("nothing ") + done + "\n");
    for (const std::string& problem : problems)
      std::fprintf(stderr, "warning: %s\n", problem.c_str());
  }
  return 0;
}

Result<int> label(const Arguments& arguments, const Rest& rest) {
  if (rest.size() != 2)
    return fail(ErrorCode::usage, "store label needs a run and its new label", "",
                "store label OLD NEW");
  LODESTONE_TRY(check_label(rest[1]));
  LODESTONE_ASSIGN(const auto store,
                   open_store(arguments.value("--store").value_or(""), Access::write));
  LODESTONE_ASSIGN(const auto ids, store->resolve(rest[0]));
  for (const std::string& id : ids) LODESTONE_TRY(store->relabel(id, rest[1]));
  return report(arguments, "labelled", ids, {});
}

Result<int> remove(const Arguments& arguments, const Rest& rest) {
  if (rest.empty())
    return fail(ErrorCode::usage, "store delete needs a label or an id", "",
                "lodestone store list shows them");
  LODESTONE_ASSIGN(const auto store,
                   open_store(arguments.value("--store").value_or(""), Access::write));
  Rest deleted;
  for (const std::string& reference : rest) {  // all must exist before one is deleted
    LODESTONE_ASSIGN(const auto ids, store->resolve(reference));
    for (const std::string& id : ids)
      if (std::find(deleted.begin(), deleted.end(), id) == deleted.end()) deleted.push_back(id);
  }
  for (const std::string& id : deleted) LODESTONE_TRY(store->remove(id));
  return report(arguments, "deleted", deleted, {});
}

Result<int> export_runs(const Arguments& arguments, const Rest& rest) {
  const auto output = arguments.value("--output");
  std::optional<PendingFile> file;
  if (output) {
    LODESTONE_ASSIGN(PendingFile created, PendingFile::create(*output));
    file.emplace(std::move(created));
  }
  const auto write = [&](std::string_view line) -> Result<void> {
    const std::string text = std::string(line) + "\n";
    if (file) return file->write(text);
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return {};
    return fail(ErrorCode::no_space, "the export could not be written", "the disk may be full",
                "write it to a disk with space");
  };
  std::vector<std::string> problems;
  int64_t written = 0;
  Result<void> done;
  for (const std::string& pattern : rest.empty() ? Rest{""} : rest) {
    auto runs = export_store(arguments.value("--store").value_or(""), pattern, write, problems);
    if (!runs) {
      done = tl::unexpected<Error>(runs.error());
      break;
    }
    if (*runs == 0 && !pattern.empty()) {
      done = fail(ErrorCode::not_found, "no stored run matches '" + pattern + "'", "",
                  "lodestone store list shows the runs");
      break;
    }
    written += *runs;
  }
  if (file && done) done = file->commit();
  // What is lost on standard output is reported where all verbs report it.
  if (!file && (std::fflush(stdout) != 0 || output_lost())) return exit_code(ErrorCode::no_space);
  if (!done) return tl::unexpected<Error>(done.error());
  for (const std::string& problem : problems)
    std::fprintf(stderr, "warning: %s\n", problem.c_str());
  std::fprintf(stderr, "exported %lld run%s\n", static_cast<long long>(written),
               written == 1 ? "" : "s");
  return problems.empty() ? 0 : 2;
}

Result<int> import_runs(const Arguments& arguments, const Rest& rest) {
  if (rest.empty())
    return fail(ErrorCode::usage, "store import needs files, or - for standard input");
  LODESTONE_ASSIGN(const auto store,
                   open_store(arguments.value("--store").value_or(""), Access::write));
  Rest added, problems;
  for (const std::string& name : rest) {
    LODESTONE_ASSIGN(const std::string text,
                     name == "-" ? read_all(STDIN_FILENO) : read_file(name));
    LODESTONE_ASSIGN(const auto ids, import_text(*store, text, problems));
    added.insert(added.end(), ids.begin(), ids.end());
  }
  return report(arguments, "imported", added, problems);
}

Result<int> check(const Arguments& arguments, const Rest&) {
  LODESTONE_ASSIGN(const StoreCheck found, check_store(arguments.value("--store").value_or("")));
  if (arguments.has("--json")) {
    print_document({{"schema", "lodestone.store-check/1"},
                    {"path", found.path},
                    {"store_schema", found.schema},
                    {"sound", found.problems.empty()},
                    {"runs", found.runs},
                    {"passes", found.passes},
                    {"lost_runs", found.lost_runs},
                    {"lost_passes", found.lost_passes},
                    {"more_lost", found.more_lost},
                    {"problems", found.problems}});
  } else {
    print(found.path + ": " + (found.problems.empty() ? "sound" : "damaged") + ", schema " +
          std::to_string(found.schema) + "; readable: " + counted(found.runs, "run") + ", " +
          counted(found.passes, "pass") + "; known to be lost: " + counted(found.lost_runs, "run") +
          ", " + counted(found.lost_passes, "pass") +
          (found.more_lost ? ", and what else lay on pages that cannot be read" : "") + "\n");
    for (const std::string& problem : found.problems) print("  " + problem + "\n");
    if (!found.problems.empty() && found.runs > 0)
      print("save what is readable: lodestone store export --store " + found.path +
            " --output saved.ndjson\n");
  }
  return found.problems.empty() ? 0 : 2;
}

struct Action {
  const char* name;
  Result<int> (*run)(const Arguments&, const Rest&);
};
constexpr Action actions[] = {{"list", list},     {"show", show},          {"label", label},
                              {"delete", remove}, {"export", export_runs}, {"import", import_runs},
                              {"check", check}};

Result<int> run(const Arguments& arguments) {
  const std::string name = arguments.positional.empty() ? "list" : arguments.positional[0];
  const Rest rest(arguments.positional.begin() + !arguments.positional.empty(),
                  arguments.positional.end());
  for (const Action& action : actions)
    if (name == action.name) return action.run(arguments, rest);
  return fail(ErrorCode::usage, "store cannot '" + name + "'", "",
              "list, show, label, delete, export, import or check");
}

}  // namespace

extern const Verb verb_store{
    "store",
    "list, show, label, delete, export, import and check stored runs",
    "[list [GLOB] | show RUN... | label RUN NEW | delete RUN... | export "
    "[GLOB...] | import FILE... | check]",
    "Works on what was measured or imported. RUN is a label (all its "
    "runs), LABEL@last, LABEL@first, LABEL@2, or an id "
    "or the beginning of one.\n\n"
    "export writes JSON lines that import reads on another machine; it "
    "also saves what is readable of a damaged store. "
    "check reads everything and changes nothing; it exits with 2 when "
    "something is damaged. delete does not ask.",
    options,
    "lodestone store list\nlodestone store show before@last\nlodestone "
    "store show before@last --format gobench\nlodestone store label 20261130-183107 before\n"
    "lodestone store export 'v6.*' --output runs.ndjson\nlodestone store "
    "import runs.ndjson\nlodestone store check",
    run};

}  // namespace lodestone::verb_store
