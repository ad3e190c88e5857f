// SPDX-License-Identifier: GPL-2.0-or-later
// The store in one SQLite file.
#pragma once

#include <memory>
#include <string>

#include "store/sqlite_database.h"
#include "store/store.h"

namespace lodestone {

class SqliteStore : public Store {
 public:
  explicit SqliteStore(Database database)
      : database_(std::make_shared<Database>(std::move(database))) {}

  std::string url() const override { return "sqlite:" + database_->path(); }
  Result<std::unique_ptr<RunWriter>> begin(const Run& run) override;
  Result<std::string> add(const Run& run) override;
  Result<bool> import_run(const Run& run, std::string_view state,
                          std::string_view finished) override;
  Result<std::vector<RunSummary>> list(std::string_view pattern) override;
  Result<std::vector<std::string>> resolve(std::string_view reference) override;
  Result<Run> load_run(const std::string& id, Passes passes) override;
  Result<void> relabel(const std::string& id, const std::string& label) override;
  Result<void> remove(const std::string& id) override;

 private:
  std::shared_ptr<Database> database_;  // shared with the writers
};

// One row of the tables each.
Result<int64_t> insert_run(Database& database, const Run& run, std::string_view finished,
                           std::string_view owner);
Result<void> insert_pass(Database& database, int64_t run, int64_t number, const Pass& pass);
Result<void> update_run(Database& database, int64_t number, const Run& run,
                        std::string_view finished);

// "BOOT PID START" of this process, and whether the process of such a text still lives on this
// boot.
std::string owner_text();
bool owner_lives(const std::string& owner);

// A new id: UTC time and a random part, "20261130-183107-1f3a9c".
std::string new_run_id();

}  // namespace lodestone
