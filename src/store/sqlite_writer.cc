// SPDX-License-Identifier: GPL-2.0-or-later
// Writing runs.
#include <unistd.h>

#include <cstdio>
#include <set>

#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/fd.h"
#include "base/rng.h"
#include "base/text.h"
#include "store/pack.h"
#include "store/pack_run.h"
#include "store/sqlite_store.h"

namespace lodestone {
namespace {

std::string workloads_of(const Run& run) {
  std::set<std::string> names;
  for (const WorkloadResult& result : run.workloads) names.insert(result.id);
  for (const Pass& pass : run.passes) names.insert(pass.workload);
  return join({names.begin(), names.end()}, "\n");
}

void bind_results(Statement& statement, const Run& run, const std::string& packed) {
  if (run.workloads.empty())
    statement.bind_null().bind_null();
  else
    statement.bind_blob(packed).bind(static_cast<int64_t>(checksum(packed)));
}

// Field 22 of /proc/PID/stat, counted after the last ')' since the name may hold blanks (proc(5)).
std::string start_of(const std::string& process) {
  const auto text = read_file("/proc/" + process + "/stat", 1 << 16);
  if (!text) return {};
  const size_t close = text->rfind(')');
  if (close == std::string::npos) return {};
  const auto fields = words(std::string_view(*text).substr(close + 1));
  return fields.size() > 19 ? std::string(fields[19]) : std::string();
}

std::string this_boot() {
  const auto text = read_file("/proc/sys/kernel/random/boot_id", 4096);
  return text ? std::string(trim(*text)) : "unknown";
}

class SqliteWriter : public RunWriter {
 public:
  SqliteWriter(std::shared_ptr<Database> database, std::string id, int64_t number)
      : database_(std::move(database)), id_(std::move(id)), number_(number) {}

  const std::string& id() const override { return id_; }

  Result<void> append(const Pass& pass) override {
    LODESTONE_TRY(
        database_->transaction([&] { return insert_pass(*database_, number_, passes_, pass); }));
    ++passes_;
    return {};
  }

  Result<void> finish(const Run& header, Ending ending) override {
    if (passes_ == 0) return {};  // the destructor takes it out
    Run run = header;
    run.id = id_;
    return database_->transaction([&]() -> Result<void> {
      if (ending == Ending::finished) return update_run(*database_, number_, run, utc_now());
      LODESTONE_TRY(update_run(*database_, number_, run, ""));
      // Without an owner it is not taken for running.
      LODESTONE_ASSIGN(Statement update,
                       database_->prepare("UPDATE run SET owner = '' WHERE number = ?"));
      return update.bind(number_).run();
    });
  }

  // A run that measured nothing is no run. A failure leaves it there, as interrupted.
  ~SqliteWriter() override {
    if (passes_ > 0) return;
    (void)database_->transaction([&]() -> Result<void> {
      LODESTONE_ASSIGN(Statement remove,
                       database_->prepare("DELETE FROM run WHERE number = ?1 AND NOT EXISTS "
                                          "(SELECT 1 FROM pass WHERE run = ?1)"));
      return remove.bind(number_).run();
    });
  }

 private:
  std::shared_ptr<Database> database_;
  std::string id_;
  int64_t number_;
  int64_t passes_ = 0;
};

}  // namespace

std::string owner_text() {
  const std::string process = std::to_string(getpid());
  return this_boot() + " " + process + " " + start_of(process);
}

bool owner_lives(const std::string& owner) {
  const auto parts = split(owner, ' ');
  return parts.size() == 3 && parts[0] == this_boot() && !parts[2].empty() &&
         start_of(std::string(parts[1])) == parts[2];
}

std::string new_run_id() {
  const std::string now = utc_now();  // 2026-11-30T18:31:07Z
  std::string id;
  for (const char letter : now) {
    if (letter >= '0' && letter <= '9') id += letter;
    if (letter == 'T') id += '-';
  }
  char random[16];
  std::snprintf(random, sizeof random, "-%06x", static_cast<unsigned>(random_seed() & 0xffffff));
  return id + random;
}

Result<int64_t> insert_run(Database& database, const Run& run, std::string_view finished,
                           std::string_view owner) {
  LODESTONE_ASSIGN(
      Statement insert,
      database.prepare(
          "INSERT INTO run (id, label, method, boot_id, started, finished, header, results, "
          "results_sum, owner, machine, kernel, workloads) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)"));
  const std::string packed = pack_results(run.workloads);
  insert.bind(run.id).bind(run.label).bind(run.method).bind(run.boot_id).bind(run.started);
  if (finished.empty())
    insert.bind_null();
  else
    insert.bind(finished);
  insert.bind(pack_header(run));
  bind_results(insert, run, packed);
  insert.bind(owner)
      .bind(run.context.get("machine").value_or(""))
      .bind(run.context.get("kernel").value_or(""));
  insert.bind(workloads_of(run));
  LODESTONE_TRY(insert.run());
  return database.integer("SELECT last_insert_rowid()");
}

Result<void> insert_pass(Database& database, int64_t run, int64_t number, const Pass& pass) {
  LODESTONE_ASSIGN(
      Statement insert,
      database.prepare("INSERT INTO pass (run, number, workload, data, sum) VALUES (?,?,?,?,?)"));
  const std::string packed = pack_pass(pass);
  insert.bind(run)
      .bind(number)
      .bind(pass.workload)
      .bind_blob(packed)
      .bind(static_cast<int64_t>(checksum(packed)));
  return insert.run();
}

Result<void> update_run(Database& database, int64_t number, const Run& run,
                        std::string_view finished) {
  LODESTONE_ASSIGN(
      Statement update,
      database.prepare(
          "UPDATE run SET boot_id = ?, finished = ?, header = ?, results = ?, results_sum = ?, "
          "machine = ?, kernel = ?, workloads = ? WHERE number = ?"));
  const std::string packed = pack_results(run.workloads);
  update.bind(run.boot_id);
  if (finished.empty())
    update.bind_null();
  else
    update.bind(finished);
  update.bind(pack_header(run));
  bind_results(update, run, packed);
  update.bind(run.context.get("machine").value_or("")).bind(run.context.get("kernel").value_or(""));
  update.bind(workloads_of(run)).bind(number);
  return update.run();
}

Result<std::unique_ptr<RunWriter>> SqliteStore::begin(const Run& run) {
  if (!run.label.empty()) LODESTONE_TRY(check_label(run.label));
  Run header = run;
  header.workloads.clear();
  header.passes.clear();
  if (header.id.empty()) header.id = new_run_id();
  if (header.started.empty()) header.started = utc_now();
  int64_t number = 0;
  LODESTONE_TRY(database_->transaction([&]() -> Result<void> {
    LODESTONE_ASSIGN(number, insert_run(*database_, header, "", owner_text()));
    return {};
  }));
  return std::make_unique<SqliteWriter>(database_, header.id, number);
}

Result<std::string> SqliteStore::add(const Run& run) {
  Run whole = run;
  if (whole.id.empty()) whole.id = new_run_id();
  if (whole.started.empty()) whole.started = utc_now();
  LODESTONE_ASSIGN(const bool added, import_run(whole, "finished", utc_now()));
  if (!added) return fail(ErrorCode::usage, "the run " + whole.id + " is stored already");
  return whole.id;
}

Result<bool> SqliteStore::import_run(const Run& run, std::string_view state,
                                     std::string_view finished) {
  bool added = false;
  LODESTONE_TRY(database_->transaction([&]() -> Result<void> {
    LODESTONE_ASSIGN(Statement known, database_->prepare("SELECT 1 FROM run WHERE id = ?"));
    LODESTONE_ASSIGN(const bool stored, known.bind(run.id).step());
    if (stored) return {};
    LODESTONE_ASSIGN(const int64_t number,
                     insert_run(*database_, run, state == "finished" ? finished : "", ""));
    for (size_t i = 0; i < run.passes.size(); ++i)
      LODESTONE_TRY(insert_pass(*database_, number, static_cast<int64_t>(i), run.passes[i]));
    added = true;
    return {};
  }));
  return added;
}

}  // namespace lodestone
