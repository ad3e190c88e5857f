// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/sqlite_database.h"

#include <sqlite3.h>

#include <utility>

namespace lodestone {
namespace {

constexpr int patience_ms =
    30'000;  // another process commits in milliseconds; a minute-long load only reads

tl::unexpected<Error> sqlite_error(sqlite3* connection, const std::string& path) {
  const int code = connection ? sqlite3_extended_errcode(connection) : SQLITE_NOMEM;
  const std::string why = connection ? sqlite3_errmsg(connection) : "out of memory";
  switch (code & 0xff) {
    case SQLITE_FULL:
      return fail(ErrorCode::no_space, "the store " + path + " cannot grow", why,
                  "free space on its disk, or choose another store with --store");
    case SQLITE_IOERR:
      // A write beyond RLIMIT_FSIZE or a quota comes as an I/O error, not as SQLITE_FULL.
      return fail(code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_FSYNC ? ErrorCode::no_space
                                                                           : ErrorCode::io,
                  "the store " + path + " cannot be read or written", why,
                  "check the disk, its quota and the file size limit (ulimit -f)");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return fail(ErrorCode::permission, "the store " + path + " cannot be written", why,
                  "choose another store with --store or LODESTONE_STORE");
    case SQLITE_CANTOPEN:
      return fail(ErrorCode::permission, "the store " + path + " cannot be opened", why,
                  "choose another store with --store or LODESTONE_STORE");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return fail(
          ErrorCode::unreadable, "the store " + path + " is damaged", why,
          "'lodestone store check' says what is readable, 'lodestone store export' saves it");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return fail(ErrorCode::io, "the store " + path + " is in use", why,
                  "wait for the other process, or end it");
    default:
      return fail(ErrorCode::io, "the store " + path + " failed", why);
  }
}

}  // namespace

Statement::Statement(Statement&& other) noexcept
    : connection_(other.connection_),
      handle_(std::exchange(other.handle_, nullptr)),
      path_(std::move(other.path_)),
      next_(other.next_) {}
Statement& Statement::operator=(Statement&& other) noexcept {
  if (this != &other) {
    sqlite3_finalize(handle_);
    connection_ = other.connection_;
    handle_ = std::exchange(other.handle_, nullptr);
    path_ = std::move(other.path_);
    next_ = other.next_;
  }
  return *this;
}
Statement::~Statement() {
  sqlite3_finalize(handle_);
}

Statement& Statement::bind(int64_t value) {
  sqlite3_bind_int64(handle_, next_++, value);
  return *this;
}
Statement& Statement::bind(std::string_view text) {
  sqlite3_bind_text64(handle_, next_++, text.data() ? text.data() : "", text.size(),
                      SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}
Statement& Statement::bind_blob(std::string_view bytes) {
  sqlite3_bind_blob64(handle_, next_++, bytes.data() ? bytes.data() : "", bytes.size(),
                      SQLITE_STATIC);
  return *this;
}
Statement& Statement::bind_null() {
  sqlite3_bind_null(handle_, next_++);
  return *this;
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  auto error = sqlite_error(connection_, path_);
  sqlite3_reset(handle_);
  return error;
}

Result<void> Statement::run() {
  for (;;) {
    LODESTONE_ASSIGN(const bool row, step());
    if (!row) return {};
  }
}

void Statement::reset() {
  sqlite3_reset(handle_);
  next_ = 1;
}

int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(handle_, column);
}
std::string Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  return bytes ? std::string(bytes, static_cast<size_t>(sqlite3_column_bytes(handle_, column)))
               : std::string();
}
std::string_view Statement::blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_, column));
  return bytes ? std::string_view(bytes, static_cast<size_t>(sqlite3_column_bytes(handle_, column)))
               : std::string_view();
}
bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

Result<Database> Database::open(const std::string& path, Mode mode) {
  std::string name = path;
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  flags |= mode == Mode::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  if (mode == Mode::immutable) {
    // In a URI '?', '#' and '%' have a meaning (sqlite.org/uri.html).
    name = "file:";
    for (const char letter : path)
      name += letter == '?'   ? "%3f"
              : letter == '#' ? "%23"
              : letter == '%' ? "%25"
                              : std::string(1, letter);
    name += "?immutable=1";
    flags |= SQLITE_OPEN_URI;
  }
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &connection, flags, nullptr);
  Database database(connection, path);
  if (code != SQLITE_OK) return sqlite_error(connection, path);
  sqlite3_busy_timeout(connection, patience_ms);
  return database;
}

Database::Database(Database&& other) noexcept
    : connection_(std::exchange(other.connection_, nullptr)), path_(std::move(other.path_)) {}
Database& Database::operator=(Database&& other) noexcept {
  if (this != &other) {
    sqlite3_close_v2(connection_);
    connection_ = std::exchange(other.connection_, nullptr);
    path_ = std::move(other.path_);
  }
  return *this;
}
Database::~Database() {
  sqlite3_close_v2(connection_);
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* handle = nullptr;
  if (sqlite3_prepare_v2(connection_, sql.data(), static_cast<int>(sql.size()), &handle, nullptr) !=
      SQLITE_OK)
    return sqlite_error(connection_, path_);
  return Statement(connection_, handle, path_);
}

Result<void> Database::execute(const char* sql) {
  if (sqlite3_exec(connection_, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    return sqlite_error(connection_, path_);
  return {};
}

Result<int64_t> Database::integer(std::string_view sql) {
  LODESTONE_ASSIGN(Statement statement, prepare(sql));
  LODESTONE_ASSIGN(const bool row, statement.step());
  return row ? statement.integer(0) : 0;
}

void Database::roll_back() {
  // After SQLITE_FULL or SQLITE_IOERR SQLite may have rolled back already; a second ROLLBACK is
  // then an error of no consequence.
  if (!sqlite3_get_autocommit(connection_))
    sqlite3_exec(connection_, "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace lodestone
