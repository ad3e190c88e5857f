// SPDX-License-Identifier: GPL-2.0-or-later
// What must not cost a measurement: kill -9, a full disk, read-only stores, damage, newer schemas,
// several processes.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "store/sqlite_database.h"
#include "store/store.h"
#include "store/test_runs.h"

namespace lodestone {
namespace {

using testing::HasSubstr;

class StoreFaultTest : public testing::Test {
 protected:
  // Runs `body` in a child; its return value is the exit code.
  template <typename Body>
  int in_child(Body body) {
    const pid_t child = fork();
    if (child == 0) _exit(body());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }
  std::string bytes() { return read_file(path_).value_or("unreadable"); }
  void put(std::string_view content) {
    Fd file(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    ASSERT_TRUE(write_all(file.get(), content));
  }
  // A store of two runs with ten passes each, large enough that rows have pages of their own.
  void fill() {
    auto store = open_store(path_, Access::write).value();
    for (const char* label : {"one", "two"}) {
      lodestone::Run run = test_run(label, 2);
      run.passes.clear();
      for (int i = 0; i < 10; ++i) run.passes.push_back(test_pass(i, 300));
      ASSERT_TRUE(store->add(run));
    }
  }
  TemporaryFolder folder_;
  std::string path_ = folder_.file("store.sqlite");
};

// The child reports every pass that append() accepted; after kill -9 at a random moment all of
// these are there.
TEST_F(StoreFaultTest, kill_9_loses_no_accepted_pass) {
  for (int round = 0; round < 8; ++round) {
    int report[2];
    ASSERT_EQ(pipe(report), 0);
    const pid_t child = fork();
    if (child == 0) {
      auto store = open_store(path_, Access::write).value();
      auto writer = store->begin(test_run("killed", 0)).value();
      for (int i = 0;; ++i)
        if (!writer->append(test_pass(i, 2000)) || write(report[1], "x", 1) != 1) _exit(1);
    }
    close(report[1]);
    char byte;
    for (int i = 0; i < 2 + round; ++i) ASSERT_EQ(read(report[0], &byte, 1), 1);
    usleep(static_cast<useconds_t>(1000 * round));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    int64_t accepted = 2 + round;
    while (read(report[0], &byte, 1) == 1) ++accepted;
    close(report[0]);
    auto store = open_store(path_, Access::write).value();
    const RunSummary last = store->list("")->front();
    EXPECT_EQ(last.state, "interrupted");
    EXPECT_GE(last.passes, accepted);
    EXPECT_LE(last.passes, accepted + 1);  // committed, but not reported
    const lodestone::Run run = store->load_run(last.id).value();
    EXPECT_EQ(static_cast<int64_t>(run.passes.size()), last.passes);
    EXPECT_THAT(run.findings.back().code, HasSubstr("interrupted"));
    for (size_t i = 0; i < run.passes.size(); ++i)
      EXPECT_EQ(run.passes[i].process, static_cast<int>(i));
    ASSERT_TRUE(store->add(test_run("next", 1)));  // the next start works
  }
  EXPECT_TRUE(check_store(path_)->problems.empty());
}

TEST_F(StoreFaultTest, a_full_disk_costs_the_pass_in_flight_alone) {
  const int code = in_child([&] {
    auto store = open_store(path_, Access::write).value();
    auto writer = store->begin(test_run("full", 0)).value();
    const rlimit limit{400'000, 400'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    for (int i = 0; i < 1000; ++i)
      if (auto appended = writer->append(test_pass(i, 1000)); !appended)
        return appended.error().code == ErrorCode::no_space && i > 2 ? i : 200;
    return 201;
  });
  ASSERT_LT(code, 200);
  auto store = open_store(path_, Access::write).value();
  EXPECT_EQ(store->list("")->at(0).passes, code);
  EXPECT_TRUE(check_store(path_)->problems.empty());
}

TEST_F(StoreFaultTest, the_writer_goes_on_when_there_is_space_again) {
  const int code = in_child([&] {
    auto store = open_store(path_, Access::write).value();
    auto writer = store->begin(test_run("full", 0)).value();
    rlimit limit{60'000, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
    bool refused = false;
    for (int i = 0; i < 100 && !refused; ++i) refused = !writer->append(test_pass(i, 1000));
    limit.rlim_cur = RLIM_INFINITY;
    setrlimit(RLIMIT_FSIZE, &limit);
    return refused && writer->append(test_pass(0)) && writer->finish(test_run("full", 0)) ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(open_store(path_, Access::read).value()->list("")->at(0).state, "finished");
}

TEST_F(StoreFaultTest, a_read_only_store_can_be_read_and_says_why_it_cannot_be_written) {
  fill();
  chmod(path_.c_str(), 0444);
  chmod(folder_.path().c_str(), 0555);
  const int code = in_child([&] {
    if (getuid() == 0 && setuid(65534) != 0) return 10;
    auto store = open_store(path_, Access::read);
    if (!store || (*store)->list("")->size() != 2 || (*store)->load("one")->size() != 1) return 11;
    auto writer = open_store(path_, Access::write);
    Result<std::string> added =
        writer ? (*writer)->add(test_run("x", 1)) : tl::unexpected<Error>(writer.error());
    if (added || added.error().code != ErrorCode::permission) return 12;
    if (open_store(folder_.file("new.sqlite"), Access::write)) return 13;
    return check_store(path_)->problems.empty() ? 0 : 14;
  });
  chmod(folder_.path().c_str(), 0755);
  EXPECT_EQ(code, 0);
}

TEST_F(StoreFaultTest, an_unfinished_transaction_is_undone_even_where_nothing_can_be_written) {
  fill();
  // A child dies inside a transaction that has already spilled to the file.
  in_child([&] {
    auto database = Database::open(path_, Database::Mode::write).value();
    (void)database.execute(
        "PRAGMA cache_size = 2; PRAGMA cache_spill = 1; BEGIN IMMEDIATE; UPDATE pass SET data = "
        "zeroblob(3000); UPDATE run SET label = 'wrong'; DELETE FROM pass WHERE key < 5;");
    raise(SIGKILL);
    return 0;
  });
  ASSERT_TRUE(exists(path_ + "-journal"));
  chmod(path_.c_str(), 0444);
  chmod((path_ + "-journal").c_str(), 0444);
  chmod(folder_.path().c_str(), 0555);
  const std::string before = bytes();
  const int code = in_child([&] {
    if (getuid() == 0 && setuid(65534) != 0) return 10;
    auto store = open_store(path_, Access::read);
    if (!store) return 11;
    return (*store)->load("one")->size() == 1 && (*store)->list("")->at(0).passes == 10 ? 0 : 12;
  });
  chmod(folder_.path().c_str(), 0755);
  EXPECT_EQ(code, 0);
  EXPECT_EQ(check_store(path_)->passes, 20);
  EXPECT_EQ(bytes(), before);
}

TEST_F(StoreFaultTest, a_newer_store_is_refused_and_left_alone) {
  fill();
  ASSERT_TRUE(Database::open(path_, Database::Mode::write)->execute("PRAGMA user_version = 99"));
  const std::string before = bytes();
  for (const Access access : {Access::read, Access::write}) {
    auto store = open_store(path_, access);
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().code, ErrorCode::unreadable);
    EXPECT_THAT(store.error().what, HasSubstr("newer lodestone"));
    EXPECT_THAT(store.error().why, HasSubstr("99"));
  }
  EXPECT_THAT(check_store(path_)->problems.at(0), HasSubstr("newer"));
  EXPECT_EQ(bytes(), before);
}

TEST_F(StoreFaultTest, other_files_are_refused_and_left_alone) {
  std::string other(5000, 'x');
  for (const std::string& content : {std::string("hello"), other, std::string(4096, '\0')}) {
    put(content);
    auto store = open_store(path_, Access::write);
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().code, ErrorCode::unreadable);
    EXPECT_EQ(bytes(), content);
    EXPECT_FALSE(check_store(path_)->problems.empty());
  }
  unlink(path_.c_str());
  ASSERT_TRUE(Database::open(path_, Database::Mode::write)->execute("CREATE TABLE cookies (x)"));
  EXPECT_THAT(open_store(path_, Access::write).error().what, HasSubstr("not a store of lodestone"));
  EXPECT_FALSE(open_store(folder_.path(), Access::write));
}

// Each page destroyed in turn: opening to write refuses or finds nothing wrong with what it reads,
// no byte of the file changes, and export saves all rows that do not lie on the page.
TEST_F(StoreFaultTest, damage_costs_what_it_hits_and_nothing_is_overwritten) {
  fill();
  const std::string sound = bytes();
  const size_t pages = sound.size() / 4096;
  size_t all_lost = 0;
  for (size_t page = 1; page < pages; ++page) {
    std::string damaged = sound;
    std::fill_n(damaged.begin() + static_cast<long>(page * 4096), 4096, '\xa5');
    put(damaged);
    auto store = open_store(path_, Access::write);
    EXPECT_FALSE(store) << "page " << page;
    EXPECT_EQ(store.error().code, ErrorCode::unreadable);
    const auto check = check_store(path_);
    EXPECT_FALSE(check->problems.empty()) << "page " << page;
    std::vector<std::string> problems;
    int64_t saved = 0;
    ASSERT_TRUE(export_store(
        path_, "",
        [&](std::string_view line) {
          saved += line.find("\"pass\":{") != std::string_view::npos;
          return Result<void>();
        },
        problems))
        << page;
    EXPECT_EQ(saved, check->passes);
    // Nothing is invented: there were 20 passes.
    EXPECT_LE(check->passes + check->lost_passes, 20) << "page " << page;
    EXPECT_LE(check->runs + check->lost_runs, 4) << "page " << page;
    all_lost += saved == 0;
    EXPECT_EQ(bytes(), damaged);
  }
  EXPECT_LE(all_lost, 1u);  // the root of the table of passes
}

TEST_F(StoreFaultTest, a_truncated_store_is_damaged) {
  fill();
  const std::string sound = bytes();
  put(std::string_view(sound).substr(0, sound.size() / 2));
  EXPECT_EQ(open_store(path_, Access::write).error().code, ErrorCode::unreadable);
  const auto check = check_store(path_).value();
  EXPECT_FALSE(check.problems.empty());
  EXPECT_GT(check.passes, 0);
  EXPECT_LE(check.passes + check.lost_passes, 20);
  EXPECT_LE(check.lost_runs, 4);
}

TEST_F(StoreFaultTest, a_flipped_bit_in_a_sample_is_noticed) {
  fill();
  std::string altered = bytes();
  ASSERT_TRUE(Database::open(path_, Database::Mode::write)
                  ->execute("UPDATE pass SET data = CAST(substr(data, 1, 100) || x'00' || "
                            "substr(data, 102) AS BLOB) WHERE key = 3"));
  auto store = open_store(path_, Access::read).value();
  const auto loaded = store->load_run(store->resolve("one")->at(0), Store::Passes::always);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::unreadable);
  const auto check = check_store(path_).value();
  EXPECT_EQ(check.lost_passes, 1);
  EXPECT_EQ(check.passes, 19);
}

TEST_F(StoreFaultTest, several_processes_write_at_once) {
  std::vector<pid_t> children;
  for (int process = 0; process < 4; ++process) {
    const pid_t child = fork();
    if (child == 0) {
      auto store = open_store(path_, Access::write);  // all four make the store
      if (!store) _exit(1);
      auto writer = (*store)->begin(test_run("p" + std::to_string(process), 0));
      if (!writer) _exit(2);
      for (int i = 0; i < 15; ++i)
        if (!(*writer)->append(test_pass(i, 100)) || !(*store)->list("")) _exit(3);
      _exit((*writer)->finish(test_run("p", 0)) ? 0 : 4);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  const auto list = open_store(path_, Access::read).value()->list("p*").value();
  ASSERT_EQ(list.size(), 4u);
  for (const RunSummary& run : list) {
    EXPECT_EQ(run.passes, 15);
    EXPECT_EQ(run.state, "finished");
  }
}

}  // namespace
}  // namespace lodestone
