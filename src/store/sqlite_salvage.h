// SPDX-License-Identifier: GPL-2.0-or-later
// Reading a store row by row, so that a damaged page costs the rows that lie on it and no others.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/run.h"
#include "store/sqlite_database.h"

namespace lodestone {

struct SalvagedRun {
  Run run;
  int64_t number = 0;
  std::string state;            // finished, running or interrupted
  std::string finished;         // UTC; empty if it never did
  std::vector<int64_t> passes;  // their keys, in order
};

class Salvage {
 public:
  explicit Salvage(Database database) : database_(std::move(database)) {}

  // Every run whose row can be read, oldest first; passes whose run cannot be read come under a run
  // "recovered-NUMBER".
  std::vector<SalvagedRun> runs();
  // Every readable pass of the run, in order.
  Result<void> passes(const SalvagedRun& run,
                      const std::function<Result<void>(const Pass&)>& visit);

  // Rows that an index or their neighbours prove to have been there. `more_lost`: a part of a table
  // cannot be read, so there may have been others.
  int64_t lost_runs = 0;
  int64_t lost_passes = 0;
  bool more_lost = false;
  int schema = 0;
  std::vector<std::string> problems;

 private:
  std::vector<int64_t> keys(const std::string& table, const std::string& key,
                            const std::string& index);
  void problem(const std::string& text);
  Database database_;
};

}  // namespace lodestone
