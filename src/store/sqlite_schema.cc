// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/sqlite_schema.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "base/fd.h"

namespace lodestone {
namespace {

constexpr int64_t application_id = 0x4c4f4453;  // "LODS", in the file's header
constexpr off_t small_enough_to_check = 64 << 20;

// Step N makes schema N+1 of schema N. Never change one that was released.
//
// A rollback journal, not a write-ahead log: the store stays one file that may be copied, lies on
// any filesystem, and can be read on read-only media. synchronous=EXTRA also syncs the folder after
// the journal is removed, without which a power cut may undo a committed pass
// (sqlite.org/pragma.html#pragma_synchronous).
constexpr std::array<const char*, schema_version> steps = {
    // run.number orders runs; pass.number orders the passes of a run. Blobs carry a checksum each,
    // so that damage costs
    // the pass it hits and no other.
    R"(CREATE TABLE run (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, label TEXT NOT NULL, method TEXT NOT NULL,
         boot_id TEXT NOT NULL, started TEXT NOT NULL, finished TEXT, header TEXT NOT NULL, results BLOB,
         results_sum INTEGER);
       CREATE INDEX run_label ON run (label, number);
       CREATE TABLE pass (key INTEGER PRIMARY KEY, run INTEGER NOT NULL, number INTEGER NOT NULL, workload TEXT NOT NULL,
         data BLOB NOT NULL, sum INTEGER NOT NULL);
       CREATE UNIQUE INDEX pass_run ON pass (run, number);)",
    // What `store list` shows without unpacking, and which process writes the run (boot id, number,
    // start time).
    R"(ALTER TABLE run ADD COLUMN owner TEXT NOT NULL DEFAULT '';
       ALTER TABLE run ADD COLUMN machine TEXT NOT NULL DEFAULT '';
       ALTER TABLE run ADD COLUMN kernel TEXT NOT NULL DEFAULT '';
       ALTER TABLE run ADD COLUMN workloads TEXT NOT NULL DEFAULT '';)",
};

tl::unexpected<Error> not_a_store(const std::string& path, std::string why) {
  return fail(ErrorCode::unreadable, path + " is not a store of lodestone", std::move(why),
              "choose another file with --store; this one is left as it is");
}

Result<void> check_first_bytes(const std::string& path) {
  Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return fail_errno("cannot open the store " + path, errno);
  char bytes[16] = {};
  const ssize_t got = read(file.get(), bytes, sizeof bytes);
  if (got == 0) return {};  // a new file
  if (got != sizeof bytes ||
      std::string_view(bytes, sizeof bytes) != std::string_view("SQLite format 3\0", 16))
    return fail(ErrorCode::unreadable,
                "the store " + path + " is damaged, or another program's file",
                "it does not begin as an SQLite file does",
                "'lodestone store check --store " + path +
                    "' says what is readable; the file is left as it is");
  return {};
}

struct Marks {
  int64_t version = 0, application = 0, tables = 0;
  bool fresh() const { return version == 0 && tables == 0; }
};

// In one transaction: another process may be making the store at this moment.
Result<Marks> read_marks(Database& database) {
  LODESTONE_TRY(database.execute("BEGIN"));
  auto marks = [&]() -> Result<Marks> {
    Marks read;
    LODESTONE_ASSIGN(read.version, database.integer("PRAGMA user_version"));
    LODESTONE_ASSIGN(read.application, database.integer("PRAGMA application_id"));
    LODESTONE_ASSIGN(read.tables, database.integer("SELECT count(*) FROM sqlite_schema"));
    return read;
  }();
  (void)database.execute("COMMIT");
  return marks;
}

Result<Marks> check_version(Database& database) {
  LODESTONE_ASSIGN(const Marks marks, read_marks(database));
  if (marks.fresh()) return marks;
  if (marks.application != application_id)
    return not_a_store(database.path(), "another program wrote it");
  if (marks.version > schema_version)
    return fail(ErrorCode::unreadable,
                "the store " + database.path() + " was written by a newer lodestone",
                "its schema is " + std::to_string(marks.version) + ", this program knows " +
                    std::to_string(schema_version),
                "use that lodestone, or export there and import here; nothing was changed");
  return marks;
}

Result<void> migrate(Database& database) {
  return database.transaction([&]() -> Result<void> {
    // Another process may have done it while we waited for the lock.
    LODESTONE_ASSIGN(const int64_t version, database.integer("PRAGMA user_version"));
    for (int64_t step = version; step < schema_version; ++step)
      LODESTONE_TRY(database.execute(steps[static_cast<size_t>(step)]));
    const std::string marks = "PRAGMA application_id = " + std::to_string(application_id) +
                              "; PRAGMA user_version = " + std::to_string(schema_version);
    return database.execute(marks.c_str());
  });
}

Result<void> check_soundness(Database& database, const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0 || status.st_size > small_enough_to_check) return {};
  LODESTONE_ASSIGN(Statement check, database.prepare("PRAGMA quick_check(1)"));
  LODESTONE_ASSIGN(const bool row, check.step());
  if (row && check.text(0) == "ok") return {};
  return fail(ErrorCode::unreadable, "the store " + path + " is damaged", row ? check.text(0) : "",
              "'lodestone store export --store " + path +
                  " > saved.ndjson' saves what is readable; then move the file away and import");
}

// A write beyond RLIMIT_FSIZE must be an error that we report, not a signal that ends us. A
// handler, unlike SIG_IGN, is not inherited by the programs that are measured.
void survive_file_size_limit() {
  struct sigaction old{};
  if (sigaction(SIGXFSZ, nullptr, &old) != 0 || old.sa_handler != SIG_DFL) return;
  struct sigaction action{};
  action.sa_handler = [](int) {};
  sigaction(SIGXFSZ, &action, nullptr);
}

// Page size and count as the file's header has them (sqlite.org/fileformat2.html, offsets 16 and
// 28).
off_t size_it_says(const std::string& path) {
  Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  unsigned char header[32] = {};
  if (!file.valid() || read(file.get(), header, sizeof header) != sizeof header) return 0;
  const off_t page = header[16] << 8 | header[17];
  off_t pages = 0;
  for (int i = 28; i < 32; ++i) pages = pages << 8 | header[i];
  return pages * (page == 1 ? 65536 : page);
}

bool shorter_than_it_says(const std::string& path) {
  struct stat status{};
  // A size far beyond the file is damage of the header itself.
  return stat(path.c_str(), &status) == 0 && status.st_size > 100 &&
         status.st_size < size_it_says(path) && size_it_says(path) < status.st_size * 100;
}

// The file with its unfinished transaction, copied to where SQLite may roll it back. The copy is
// unlinked once open.
// A file that was cut is filled up with zeroes, or SQLite would refuse all of it.
Result<Database> open_copy(const std::string& path) {
  const char* temporary = std::getenv("TMPDIR");
  std::string folder =
      std::string(temporary && *temporary ? temporary : "/tmp") + "/lodestone-store-XXXXXX";
  if (!mkdtemp(folder.data()))
    return fail_errno("cannot make a copy of the store " + path, errno, "set TMPDIR");
  const std::string copy = folder + "/store";
  std::error_code problem;
  std::filesystem::copy_file(path, copy, problem);
  if (!problem && exists(path + "-journal"))
    std::filesystem::copy_file(path + "-journal", copy + "-journal", problem);
  if (const off_t size = size_it_says(path);
      shorter_than_it_says(path) && truncate(copy.c_str(), size) != 0)
    return fail_errno("cannot make a copy of the store " + path, errno);
  std::filesystem::permissions(copy, std::filesystem::perms::owner_all, problem);
  std::filesystem::permissions(copy + "-journal", std::filesystem::perms::owner_all, problem);
  auto database = Database::open(copy, Database::Mode::write);
  Result<int64_t> read =
      database ? database->integer("SELECT count(*) FROM sqlite_schema") : Result<int64_t>(0);
  std::filesystem::remove_all(folder, problem);
  if (!database) return database;
  if (!read) return tl::unexpected<Error>(read.error());
  return database;
}

tl::unexpected<Error> no_store(const std::string& path) {
  return fail(ErrorCode::not_found, "there is no store at " + path,
              "nothing was measured or imported yet",
              "lodestone run --label NAME measures and stores; --store names another place");
}

}  // namespace

Result<Database> open_database(const std::string& path, Access access) {
  if (!exists(path)) {
    if (access == Access::read) return no_store(path);
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) LODESTONE_TRY(make_directories(folder));
  } else if (std::filesystem::is_directory(path)) {
    return not_a_store(path, "it is a folder");
  } else if (!exists(path + "-journal")) {
    LODESTONE_TRY(check_first_bytes(path));
  }
  survive_file_size_limit();
  const bool writable = access == Access::write || ::access(path.c_str(), W_OK) == 0;
  LODESTONE_ASSIGN(Database database,
                   Database::open(path, writable ? Database::Mode::write : Database::Mode::read));
  auto marks = check_version(database);
  if (!marks && access == Access::read && marks.error().code == ErrorCode::permission &&
      exists(path + "-journal")) {
    LODESTONE_ASSIGN(database, open_copy(path));
    marks = check_version(database);
  }
  if (!marks) return tl::unexpected<Error>(marks.error());
  const int64_t version = marks->version;
  const bool fresh = marks->fresh();
  if (access == Access::read && version == schema_version) return database;
  if (access == Access::read && fresh)
    return fail(ErrorCode::not_found, "the store " + path + " is empty", "",
                "lodestone run --label NAME measures and stores");
  if (!writable)
    return fail(ErrorCode::permission,
                "the store " + path + " has an older schema and cannot be written",
                "schema " + std::to_string(version), "copy it to where it can be written");
  if (!fresh) LODESTONE_TRY(check_soundness(database, path));
  LODESTONE_TRY(database.execute("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA synchronous = EXTRA;"));
  if (version < schema_version) LODESTONE_TRY(migrate(database));
  return database;
}

Result<Database> open_for_salvage(const std::string& path) {
  if (!exists(path)) return no_store(path);
  // Without locks and journal, so that not a byte of a damaged file is changed; with an unfinished
  // transaction pending, from a copy.
  if (exists(path + "-journal") || shorter_than_it_says(path)) return open_copy(path);
  return Database::open(path, Database::Mode::immutable);
}

}  // namespace lodestone
