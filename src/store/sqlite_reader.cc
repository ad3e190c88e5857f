// SPDX-License-Identifier: GPL-2.0-or-later
// Finding and loading runs.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/heap.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "store/pack.h"
#include "store/pack_run.h"
#include "store/sqlite_store.h"

namespace lodestone {
namespace {

tl::unexpected<Error> damaged_run(const Database& database, const std::string& id,
                                  const std::string& what) {
  return fail(ErrorCode::unreadable,
              "the store " + database.path() + " is damaged: the " + what + " of run " + id +
                  " cannot be read",
              "",
              "'lodestone store check' says what is readable, 'lodestone store export' saves it");
}

Result<std::vector<std::string>> strings(Database& database, std::string_view sql,
                                         std::string_view value) {
  LODESTONE_ASSIGN(Statement select, database.prepare(sql));
  select.bind(value);
  std::vector<std::string> found;
  for (;;) {
    LODESTONE_ASSIGN(const bool row, select.step());
    if (!row) return found;
    found.push_back(select.text(0));
  }
}

Result<std::vector<std::string>> runs_of_label(Database& database, std::string_view label) {
  return strings(database, "SELECT id FROM run WHERE label = ? ORDER BY number", label);
}

// LABEL@last, LABEL@first, LABEL@N (from 1). Nothing if the part after '@' is none of these.
std::optional<size_t> chosen(std::string_view which, size_t runs) {
  if (runs == 0) return std::nullopt;
  if (which == "last") return runs - 1;
  if (which == "first") return 0;
  const auto number = parse_integer(which);
  if (number && *number >= 1 && static_cast<size_t>(*number) <= runs)
    return static_cast<size_t>(*number) - 1;
  return std::nullopt;
}

tl::unexpected<Error> no_such(Database& database, std::string_view reference) {
  std::string hint = "lodestone store list shows the runs";
  if (auto labels = strings(
          database,
          "SELECT DISTINCT label FROM run WHERE label != ?1 ORDER BY number DESC LIMIT 1000", "");
      labels && !labels->empty()) {
    std::vector<std::string> near;
    for (const std::string& label : *labels)
      if (label.find(reference) != std::string::npos ||
          reference.find(label) != std::string_view::npos)
        near.push_back(label);
    if (near.empty()) near = *labels;
    if (near.size() > 5) near.resize(5);
    hint = "there are: " + join(near, ", ") + " (" + hint + ")";
  } else if (labels) {
    hint = "the store is empty; lodestone run --label NAME fills it";
  }
  return fail(ErrorCode::not_found, "no run has the label or id '" + std::string(reference) + "'",
              "", hint);
}

Result<std::vector<Pass>> load_passes(Database& database, int64_t number, const std::string& id) {
  LODESTONE_ASSIGN(Statement select,
                   database.prepare("SELECT data, sum FROM pass WHERE run = ? ORDER BY number"));
  select.bind(number);
  std::vector<Pass> passes;
  for (;;) {
    LODESTONE_ASSIGN(const bool row, select.step());
    if (!row) return passes;
    const std::string_view data = select.blob(0);
    if (checksum(data) != static_cast<uint32_t>(select.integer(1)))
      return damaged_run(database, id, "passes");
    auto pass = unpack_pass(data);
    if (!pass) return damaged_run(database, id, "passes");
    passes.push_back(*std::move(pass));
  }
}

}  // namespace

Result<std::vector<RunSummary>> SqliteStore::list(std::string_view pattern) {
  LODESTONE_ASSIGN(
      Statement select,
      database_->prepare(
          "SELECT id, label, method, boot_id, machine, kernel, started, finished, owner, "
          "workloads, "
          "(SELECT count(*) FROM pass WHERE pass.run = run.number), "
          "(SELECT total(length(data)) FROM pass WHERE pass.run = run.number) + "
          "ifnull(length(results), 0), "
          "CASE workloads WHEN '' THEN (SELECT group_concat(DISTINCT workload) FROM pass WHERE "
          "pass.run = run.number) END FROM run ORDER BY number DESC"));
  std::vector<RunSummary> runs;
  for (;;) {
    LODESTONE_ASSIGN(const bool row, select.step());
    if (!row) return runs;
    RunSummary run{.id = printable(select.text(0)), .label = select.text(1)};
    if (!pattern.empty() && !glob_match(pattern, run.id) && !glob_match(pattern, run.label))
      continue;
    run.label = printable(run.label);
    run.method = select.text(2);
    run.boot_id = select.text(3);
    run.machine = select.text(4);
    run.kernel = select.text(5);
    run.started = select.text(6);
    run.finished = select.text(7);
    run.state = !run.finished.empty()         ? "finished"
                : owner_lives(select.text(8)) ? "running"
                                              : "interrupted";
    run.passes = select.integer(10);
    run.bytes = select.integer(11);
    const bool from_passes = select.text(9).empty();
    const std::string names = select.text(from_passes ? 12 : 9);
    if (!names.empty())
      for (const std::string_view name : split(names, from_passes ? ',' : '\n'))
        run.workloads.emplace_back(name);
    runs.push_back(std::move(run));
  }
}

Result<std::vector<std::string>> SqliteStore::resolve(std::string_view reference) {
  // Runs without a label have nothing in common; they are meant one by one.
  if (reference.empty() || reference.starts_with('@'))
    return fail(ErrorCode::usage, "a run is meant by no name", "the label is empty",
                "give a label or an id; lodestone store list shows them");
  LODESTONE_ASSIGN(auto found, runs_of_label(*database_, reference));
  if (!found.empty()) return found;
  LODESTONE_ASSIGN(found, strings(*database_, "SELECT id FROM run WHERE id = ?", reference));
  if (!found.empty()) return found;
  if (const size_t at = reference.rfind('@'); at != std::string_view::npos) {
    LODESTONE_ASSIGN(auto of_label, runs_of_label(*database_, reference.substr(0, at)));
    if (const auto index = chosen(reference.substr(at + 1), of_label.size()))
      return std::vector<std::string>{of_label[*index]};
    if (!of_label.empty())
      return fail(ErrorCode::not_found, "no run '" + std::string(reference) + "'",
                  "the label has " + std::to_string(of_label.size()) + " runs",
                  "use @last, @first or @1 ...");
  }
  if (reference.size() >= 8) {
    LODESTONE_ASSIGN(
        found, strings(*database_,
                       "SELECT id FROM run WHERE substr(id, 1, length(?1)) = ?1 ORDER BY number",
                       reference));
    if (found.size() == 1) return found;
    if (found.size() > 1)
      return fail(
          ErrorCode::usage,
          std::to_string(found.size()) + " runs begin with '" + std::string(reference) + "'",
          join(found, ", "), "give more of the id");
  }
  return no_such(*database_, reference);
}

Result<Run> SqliteStore::load_run(const std::string& id, Passes passes) {
  LODESTONE_ASSIGN(
      Statement select,
      database_->prepare(
          "SELECT number, header, results, results_sum, label, finished FROM run WHERE id = ?"));
  LODESTONE_ASSIGN(const bool row, select.bind(id).step());
  if (!row) return no_such(*database_, id);
  const auto header = parse_json(select.text(1));
  if (!header) return damaged_run(*database_, id, "header");
  auto parsed = run_from_json(*header);
  if (!parsed) return damaged_run(*database_, id, "header");
  Run run = *std::move(parsed);
  run.label = printable(select.text(4));
  if (!select.is_null(2)) {
    const std::string_view packed = select.blob(2);
    if (checksum(packed) != static_cast<uint32_t>(select.integer(3)))
      return damaged_run(*database_, id, "results");
    // And as much again for the comparison of them.
    expect_heap(20 * packed.size());
    auto results = unpack_results(packed);
    if (!results) return damaged_run(*database_, id, "results");
    run.workloads = *std::move(results);
  }
  if (passes == Passes::always || run.workloads.empty()) {
    LODESTONE_ASSIGN(run.passes, load_passes(*database_, select.integer(0), id));
  }
  if (select.is_null(5) && run.method != "read")
    add_finding(
        run.findings,
        {"F060 interrupted", "run " + run.id + " did not finish: what it measured is used",
         "it was stopped, or it still runs", "measure it again for the full number of passes"});
  return run;
}

Result<void> SqliteStore::relabel(const std::string& id, const std::string& label) {
  LODESTONE_TRY(check_label(label));
  return database_->transaction([&]() -> Result<void> {
    LODESTONE_ASSIGN(Statement update, database_->prepare("UPDATE run SET label = ? WHERE id = ?"));
    LODESTONE_TRY(update.bind(label).bind(id).run());
    LODESTONE_ASSIGN(const int64_t changed, database_->integer("SELECT changes()"));
    return changed ? Result<void>() : no_such(*database_, id);
  });
}

Result<void> SqliteStore::remove(const std::string& id) {
  LODESTONE_TRY(database_->transaction([&]() -> Result<void> {
    LODESTONE_ASSIGN(
        Statement passes,
        database_->prepare("DELETE FROM pass WHERE run = (SELECT number FROM run WHERE id = ?)"));
    LODESTONE_TRY(passes.bind(id).run());
    LODESTONE_ASSIGN(Statement run, database_->prepare("DELETE FROM run WHERE id = ?"));
    LODESTONE_TRY(run.bind(id).run());
    LODESTONE_ASSIGN(const int64_t changed, database_->integer("SELECT changes()"));
    return changed ? Result<void>() : no_such(*database_, id);
  }));
  return database_->execute("PRAGMA incremental_vacuum");
}

}  // namespace lodestone
