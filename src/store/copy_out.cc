// SPDX-License-Identifier: GPL-2.0-or-later
// export, check and import: everything that takes a store as a whole.
#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "base/printable.h"
#include "base/text.h"
#include "store/sqlite_salvage.h"
#include "store/sqlite_schema.h"
#include "store/store.h"
#include "store/transfer.h"

namespace lodestone {
namespace {

// PRAGMA integrity_check also sees damage that hits no row: indexes, free pages.
void check_integrity(const std::string& path, std::vector<std::string>& problems) {
  auto database = open_for_salvage(path);
  if (!database) return;
  auto check = database->prepare("PRAGMA integrity_check(20)");
  if (!check) return;
  for (;;) {
    const auto row = check->step();
    if (!row || !*row) return;
    if (const std::string text = check->text(0); text != "ok")
      problems.push_back(replace_all(text, "\n", "; "));
  }
}

}  // namespace

Result<int64_t> export_store(const std::string& url, std::string_view pattern, const LineSink& sink,
                             std::vector<std::string>& problems) {
  LODESTONE_ASSIGN(const std::string path, store_path(url));
  LODESTONE_ASSIGN(Database database, open_for_salvage(path));
  LODESTONE_ASSIGN(const int64_t version, database.integer("PRAGMA user_version"));
  if (version > schema_version)
    return fail(ErrorCode::unreadable, "the store " + path + " was written by a newer lodestone",
                "its schema is " + std::to_string(version), "export it with that lodestone");
  Salvage salvage(std::move(database));
  int64_t written = 0;
  for (const SalvagedRun& found : salvage.runs()) {
    if (!pattern.empty() && !glob_match(pattern, found.run.label) &&
        !glob_match(pattern, found.run.id))
      continue;
    LODESTONE_TRY(sink(export_head(found.run, found.state, found.finished)));
    size_t passes = 0;
    LODESTONE_TRY(salvage.passes(found, [&](const Pass& pass) {
      ++passes;
      return sink(export_pass(found.run.id, pass));
    }));
    LODESTONE_TRY(sink(export_end(found.run.id, passes)));
    ++written;
  }
  problems = salvage.problems;
  return written;
}

Result<StoreCheck> check_store(const std::string& url) {
  StoreCheck check;
  LODESTONE_ASSIGN(check.path, store_path(url));
  auto database = open_for_salvage(check.path);
  if (!database && database.error().code == ErrorCode::not_found)
    return tl::unexpected<Error>(database.error());
  auto version = database ? database->integer("PRAGMA user_version")
                          : Result<int64_t>(tl::unexpect, database.error());
  if (!version) {
    check.problems.push_back(version.error().what + ": " + version.error().why);
    return check;
  }
  check.schema = static_cast<int>(*version);
  if (*version > schema_version) {
    check.problems.push_back("a newer lodestone wrote it: schema " + std::to_string(*version) +
                             ", this program knows " + std::to_string(schema_version));
    return check;
  }
  if (const auto bytes = read_file(check.path, 1); bytes && bytes->empty()) return check;
  check_integrity(check.path, check.problems);
  Salvage salvage(std::move(*database));
  for (const SalvagedRun& found : salvage.runs()) {
    ++check.runs;
    (void)salvage.passes(found, [&](const Pass&) {
      ++check.passes;
      return Result<void>();
    });
  }
  check.lost_runs = salvage.lost_runs;
  check.lost_passes = salvage.lost_passes;
  check.more_lost = salvage.more_lost;
  check.problems.insert(check.problems.end(), salvage.problems.begin(), salvage.problems.end());
  return check;
}

Result<std::vector<std::string>> import_text(Store& store, std::string_view text,
                                             std::vector<std::string>& problems) {
  LODESTONE_ASSIGN(const auto runs, parse_export(text, problems));
  std::vector<std::string> added;
  for (const ImportedRun& given : runs) {
    ImportedRun imported = given;
    std::string& label = imported.run.label;
    if (!label.empty() && !check_label(label)) {
      label = replace_all(printable(label), "@", "_");
      if (!check_label(label)) label.clear();
      problems.push_back("run " + printable(imported.run.id) + ": " +
                         check_label(given.run.label).error().what + "; it is " +
                         (label.empty() ? "stored without one" : "'" + label + "' now"));
    }
    LODESTONE_ASSIGN(
        const bool fresh,
        store.import_run(imported.run, imported.complete ? imported.state : "interrupted",
                         imported.finished));
    if (fresh) added.push_back(imported.run.id);
  }
  return added;
}

}  // namespace lodestone
