// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/sqlite_salvage.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/json.h"
#include "store/pack.h"
#include "store/pack_run.h"
#include "store/sqlite_store.h"

namespace lodestone {
namespace {

constexpr size_t most_problems = 100;
constexpr int64_t widest_gap = 100'000;  // keys probed one by one behind an unreadable page

Result<std::string> text_of_row(Database& database, const std::string& sql, int64_t key) {
  LODESTONE_ASSIGN(Statement select, database.prepare(sql));
  LODESTONE_ASSIGN(const bool row, select.bind(key).step());
  if (!row) return fail(ErrorCode::not_found, "");
  return select.text(0);
}

// A scan in one direction, up to the first unreadable page.
bool scan(Database& database, const std::string& sql, std::set<int64_t>& found) {
  auto select = database.prepare(sql);
  if (!select) return false;
  for (;;) {
    const auto row = select->step();
    if (!row) return false;
    if (!*row) return true;
    found.insert(select->integer(0));
  }
}

}  // namespace

void Salvage::problem(const std::string& text) {
  if (problems.size() < most_problems) problems.push_back(text);
}

// Scans from both ends; between two unreadable pages every key is looked up by itself, and an index
// may still name rows that lie on them.
std::vector<int64_t> Salvage::keys(const std::string& table, const std::string& key,
                                   const std::string& index) {
  std::set<int64_t> found;
  const std::string select = "SELECT " + key + " FROM " + table + " NOT INDEXED";
  if (auto there = database_.prepare(select); !there) {
    more_lost = true;
    problem("the table " + table + " cannot be read: " + there.error().why);
    return {};
  }
  if (!scan(database_, select + " ORDER BY " + key, found)) {
    const int64_t low = found.empty() ? 0 : *found.rbegin();
    scan(database_, select + " ORDER BY " + key + " DESC", found);
    const auto after = found.upper_bound(low);
    const int64_t high = after == found.end() ? low + 1000 : *after;
    const auto look_up = [&](int64_t probe) {
      return text_of_row(database_,
                         "SELECT " + key + " FROM " + table + " NOT INDEXED WHERE " + key + " = ?",
                         probe);
    };
    // A key that gives an error proves nothing: everything on a damaged page does.
    for (int64_t probe = low + 1; probe < std::min(high, low + widest_gap); ++probe)
      if (look_up(probe)) found.insert(probe);
    std::set<int64_t> named;
    const bool all_named =
        scan(database_, "SELECT " + key + " FROM " + table + " INDEXED BY " + index, named);
    for (const int64_t one : named)
      if (auto row = look_up(one); row || row.error().code != ErrorCode::not_found)
        found.insert(one);
    more_lost = more_lost || !all_named;
  }
  return {found.begin(), found.end()};
}

std::vector<SalvagedRun> Salvage::runs() {
  std::vector<SalvagedRun> runs;
  std::set<int64_t> known;
  if (auto version = database_.integer("PRAGMA user_version")) schema = static_cast<int>(*version);
  const std::string owner = schema >= 2 ? "owner" : "''";
  for (const int64_t number : keys("run", "number", "run_label")) {
    known.insert(number);
    auto read = [&]() -> Result<SalvagedRun> {
      LODESTONE_ASSIGN(Statement select,
                       database_.prepare("SELECT header, results, results_sum, label, finished, " +
                                         owner + " FROM run NOT INDEXED WHERE number = ?"));
      LODESTONE_ASSIGN(const bool row, select.bind(number).step());
      if (!row) return fail(ErrorCode::unreadable, "", "its row is gone");
      SalvagedRun found{.number = number};
      LODESTONE_ASSIGN(const Json header, parse_json(select.text(0)));
      LODESTONE_ASSIGN(found.run, run_from_json(header));
      found.run.label = select.text(3);
      found.finished = select.text(4);
      found.state = !found.finished.empty()       ? "finished"
                    : owner_lives(select.text(5)) ? "running"
                                                  : "interrupted";
      if (select.is_null(1)) return found;
      const std::string_view packed = select.blob(1);
      auto results = checksum(packed) == static_cast<uint32_t>(select.integer(2))
                         ? unpack_results(packed)
                         : Result<std::vector<WorkloadResult>>(
                               fail(ErrorCode::unreadable, "the checksum differs"));
      if (results)
        found.run.workloads = std::move(*results);
      else
        problem("the results of run " + found.run.id + " are damaged (" + results.error().what +
                "); they can be computed again from its passes");
      return found;
    }();
    if (read) {
      runs.push_back(std::move(*read));
    } else {
      ++lost_runs;
      known.erase(number);
      problem("the header of run number " + std::to_string(number) +
              " is damaged: " + read.error().why);
    }
  }
  std::map<int64_t, std::vector<int64_t>> passes;
  for (const int64_t key : keys("pass", "key", "pass_run")) {
    if (auto run = text_of_row(database_, "SELECT run FROM pass NOT INDEXED WHERE key = ?", key)) {
      passes[std::strtoll(run->c_str(), nullptr, 10)].push_back(key);
    } else {
      ++lost_passes;
      problem("pass " + std::to_string(key) + " cannot be read: " + run.error().why);
    }
  }
  for (SalvagedRun& run : runs) run.passes = std::move(passes[run.number]);
  for (auto& [number, orphans] : passes) {
    if (known.count(number)) continue;
    SalvagedRun recovered{.number = number, .state = "interrupted", .passes = std::move(orphans)};
    recovered.run.id = recovered.run.label = "recovered-" + std::to_string(number);
    recovered.run.findings.push_back(
        {"F061 recovered", "the header of this run was damaged; its passes were saved", "", ""});
    runs.push_back(std::move(recovered));
  }
  return runs;
}

Result<void> Salvage::passes(const SalvagedRun& run,
                             const std::function<Result<void>(const Pass&)>& visit) {
  for (const int64_t key : run.passes) {
    auto read = [&]() -> Result<Pass> {
      LODESTONE_ASSIGN(Statement select,
                       database_.prepare("SELECT data, sum FROM pass NOT INDEXED WHERE key = ?"));
      LODESTONE_ASSIGN(const bool row, select.bind(key).step());
      if (!row) return fail(ErrorCode::unreadable, "its row is gone");
      const std::string_view data = select.blob(0);
      if (checksum(data) != static_cast<uint32_t>(select.integer(1)))
        return fail(ErrorCode::unreadable, "its checksum differs");
      return unpack_pass(data);
    }();
    if (!read) {
      ++lost_passes;
      problem("pass " + std::to_string(key) + " is damaged: " + read.error().what);
    } else {
      LODESTONE_TRY(visit(*read));
    }
  }
  return {};
}

}  // namespace lodestone
