// SPDX-License-Identifier: GPL-2.0-or-later
// A thin cover over sqlite3: statements that finalise themselves, transactions that roll back, and
// SQLite's result codes as errors that say what to do.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace lodestone {

class Statement {
 public:
  Statement() = default;
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  Statement& bind(int64_t value);
  Statement& bind(std::string_view text);
  Statement& bind_blob(std::string_view bytes);  // must stay valid until the next step
  Statement& bind_null();
  Result<bool> step();  // true: a row is there
  Result<void> run();   // step to the end
  void reset();
  int64_t integer(int column) const;
  std::string text(int column) const;
  std::string_view blob(int column) const;  // until the next step
  bool is_null(int column) const;

 private:
  friend class Database;
  Statement(sqlite3* connection, sqlite3_stmt* handle, std::string path)
      : connection_(connection), handle_(handle), path_(std::move(path)) {}
  sqlite3* connection_ = nullptr;
  sqlite3_stmt* handle_ = nullptr;
  std::string path_;
  int next_ = 1;
};

class Database {
 public:
  enum class Mode { read, write, immutable };
  static Result<Database> open(const std::string& path, Mode mode);
  Database(Database&& other) noexcept;
  Database& operator=(Database&& other) noexcept;
  ~Database();

  Result<Statement> prepare(std::string_view sql);
  Result<void> execute(const char* sql);          // several statements
  Result<int64_t> integer(std::string_view sql);  // the first column of the first row
  // BEGIN IMMEDIATE, body, COMMIT; ROLLBACK after an error of the body or of the commit.
  template <typename Body>
  Result<void> transaction(Body body) {
    LODESTONE_TRY(execute("BEGIN IMMEDIATE"));
    Result<void> done = body();
    if (done) done = execute("COMMIT");
    if (!done) roll_back();
    return done;
  }
  const std::string& path() const { return path_; }

 private:
  Database(sqlite3* connection, std::string path)
      : connection_(connection), path_(std::move(path)) {}
  void roll_back();
  sqlite3* connection_ = nullptr;
  std::string path_;
};

}  // namespace lodestone
