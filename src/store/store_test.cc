// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "base/text.h"
#include "store/sqlite_schema.h"
#include "store/test_runs.h"

namespace lodestone {
namespace {

using testing::HasSubstr;

class StoreTest : public testing::Test {
 protected:
  std::unique_ptr<Store> open(Access access = Access::write) {
    auto store = open_store(path_, access);
    EXPECT_TRUE(store) << store.error().what << store.error().why;
    return std::move(*store);
  }
  TemporaryFolder folder_;
  std::string path_ = folder_.file("store.sqlite");
};

TEST_F(StoreTest, a_run_comes_back_as_it_was) {
  const lodestone::Run run = test_run("base", 4);
  std::string id;
  {
    auto store = open();
    auto writer = store->begin(run);
    ASSERT_TRUE(writer);
    id = (*writer)->id();
    for (const Pass& pass : run.passes) ASSERT_TRUE((*writer)->append(pass));
    ASSERT_TRUE((*writer)->finish(run));
  }
  auto store = open(Access::read);
  auto loaded = store->load_run(id, Store::Passes::always);
  ASSERT_TRUE(loaded);
  lodestone::Run expected = run;
  expected.id = id;
  EXPECT_EQ(to_line(to_json(*loaded, true)), to_line(to_json(expected, true)));
  EXPECT_TRUE(store->load_run(id)->passes.empty());
  const auto list = store->list("").value();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].state, "finished");
  EXPECT_EQ(list[0].passes, 4);
  EXPECT_EQ(list[0].kernel, "6.1.0");
  EXPECT_EQ(list[0].workloads, std::vector<std::string>{"unixbench/pipe"});
}

TEST_F(StoreTest, references_mean_all_runs_one_run_or_none) {
  auto store = open();
  std::vector<std::string> ids;
  for (const char* label : {"a", "b", "a", "a"})
    ids.push_back(store->add(test_run(label, 1)).value());
  EXPECT_EQ(store->resolve("a").value(), (std::vector<std::string>{ids[0], ids[2], ids[3]}));
  for (const char* nameless : {"", "@last", "@1"}) {
    ASSERT_FALSE(store->resolve(nameless)) << nameless;
    EXPECT_EQ(store->resolve(nameless).error().code, ErrorCode::usage);
  }
  EXPECT_EQ(store->resolve("a@last").value(), std::vector<std::string>{ids[3]});
  EXPECT_EQ(store->resolve("a@first").value(), std::vector<std::string>{ids[0]});
  EXPECT_EQ(store->resolve("a@2").value(), std::vector<std::string>{ids[2]});
  EXPECT_EQ(store->resolve(ids[1]).value(), std::vector<std::string>{ids[1]});
  EXPECT_EQ(store->load("a")->size(), 3u);
  EXPECT_EQ(store->resolve("a@4").error().code, ErrorCode::not_found);
  EXPECT_EQ(store->resolve("c").error().code, ErrorCode::not_found);
  EXPECT_THAT(store->resolve("c").error().hint, HasSubstr("a, b"));
  EXPECT_EQ(store->resolve(ids[0].substr(0, 8)).error().code,
            ErrorCode::usage);  // all begin with the date
}

TEST_F(StoreTest, relabel_and_remove) {
  auto store = open();
  const std::string first = store->add(test_run("a", 2)).value();
  const std::string second = store->add(test_run("a", 2)).value();
  ASSERT_TRUE(store->relabel(first, "it's"));
  EXPECT_EQ(store->resolve("it's").value(), std::vector<std::string>{first});
  EXPECT_EQ(store->load_run(first)->label, "it's");
  ASSERT_TRUE(store->remove(second));
  EXPECT_EQ(store->list("")->size(), 1u);
  EXPECT_EQ(store->remove(second).error().code, ErrorCode::not_found);
  EXPECT_EQ(store->relabel("none", "x").error().code, ErrorCode::not_found);
  EXPECT_EQ(check_store(path_)->passes, 2);
}

TEST_F(StoreTest, removing_gives_the_space_back) {
  auto store = open();
  lodestone::Run run = test_run("big", 1);
  run.passes = {};
  for (int i = 0; i < 20; ++i) run.passes.push_back(test_pass(i, 5000));
  const std::string id = store->add(run).value();
  const auto before = std::filesystem::file_size(path_);
  ASSERT_TRUE(store->remove(id));
  EXPECT_LT(std::filesystem::file_size(path_), before / 4);
}

TEST_F(StoreTest, what_is_exported_imports_the_same) {
  std::string text;
  std::vector<std::string> problems;
  std::string id;
  {
    auto store = open();
    id = store->add(test_run("a", 3)).value();
    ASSERT_TRUE(store->begin(test_run("cut", 0)).value()->append(test_pass(1)));
  }
  const auto sink = [&](std::string_view line) {
    text.append(line).push_back('\n');
    return Result<void>();
  };
  ASSERT_EQ(export_store(path_, "", sink, problems).value(), 2);
  EXPECT_TRUE(problems.empty());
  const std::string other = folder_.file("other.sqlite");
  auto store = open_store(other, Access::write).value();
  EXPECT_EQ(import_text(*store, text, problems)->size(), 2u);
  EXPECT_EQ(import_text(*store, text, problems)->size(), 0u);  // already there
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(
      to_line(to_json(store->load_run(id, Store::Passes::always).value(), true)),
      to_line(to_json(open(Access::read)->load_run(id, Store::Passes::always).value(), true)));
  std::string again;
  ASSERT_TRUE(export_store(
      other, "",
      [&](std::string_view line) {
        again.append(line).push_back('\n');
        return Result<void>();
      },
      problems));
  // The interrupted run is still "running" in the first store, since this process lives.
  EXPECT_EQ(again, replace_all(text, "\"running\"", "\"interrupted\""));
}

TEST_F(StoreTest, a_cut_export_imports_what_is_there) {
  std::string text;
  std::vector<std::string> problems;
  open()->add(test_run("a", 3)).value();
  ASSERT_TRUE(export_store(
      path_, "",
      [&](std::string_view line) {
        text.append(line).push_back('\n');
        return Result<void>();
      },
      problems));
  auto store = open_store(folder_.file("other.sqlite"), Access::write).value();
  const auto ids = import_text(*store, text.substr(0, text.size() - 500), problems);
  ASSERT_TRUE(ids);
  ASSERT_EQ(ids->size(), 1u);
  EXPECT_EQ(problems.size(), 2u);  // a cut line, and an end that never comes
  EXPECT_EQ(store->list("")->at(0).passes, 2);
  EXPECT_EQ(store->list("")->at(0).state, "interrupted");
  EXPECT_FALSE(import_text(*store, "hello\n", problems));
  EXPECT_FALSE(import_text(*store, "", problems));
}

TEST_F(StoreTest, a_printed_run_document_imports) {
  auto store = open();
  lodestone::Run run = test_run("a", 1);
  run.id = "20260101-000000-abcdef";
  std::vector<std::string> problems;
  EXPECT_EQ(import_text(*store, to_text(to_json(run)), problems).value(),
            std::vector<std::string>{run.id});
  EXPECT_EQ(store->load_run(run.id)->workloads[0].metrics[0].samples.size(), 1u);
}

TEST_F(StoreTest, reading_a_store_that_does_not_exist_makes_none) {
  EXPECT_EQ(open_store(path_, Access::read).error().code, ErrorCode::not_found);
  EXPECT_FALSE(exists(path_));
}

TEST_F(StoreTest, the_first_schema_is_brought_up_to_date) {
  ASSERT_TRUE(make_directories(folder_.file("deep/down")));
  std::string id;
  {
    id = open()->add(test_run("old", 2)).value();
    auto database = Database::open(path_, Database::Mode::write).value();
    ASSERT_TRUE(
        database.execute("ALTER TABLE run DROP COLUMN owner; ALTER TABLE run DROP COLUMN machine; "
                         "ALTER TABLE run DROP COLUMN kernel; "
                         "ALTER TABLE run DROP COLUMN workloads; PRAGMA user_version = 1"));
  }
  auto store = open(Access::read);
  EXPECT_EQ(store->load_run(id)->label, "old");
  EXPECT_EQ(store->list("")->at(0).workloads, std::vector<std::string>{"unixbench/pipe"});
  EXPECT_EQ(check_store(path_)->schema, schema_version);
}

TEST(StorePath, follows_the_environment) {
  setenv("LODESTONE_STORE", "", 1);
  setenv("XDG_DATA_HOME", "/data", 1);
  EXPECT_EQ(store_path("").value(), "/data/lodestone/store.sqlite");
  setenv("XDG_DATA_HOME", "relative", 1);
  setenv("HOME", "/home/u", 1);
  EXPECT_EQ(store_path("").value(), "/home/u/.local/share/lodestone/store.sqlite");
  setenv("LODESTONE_STORE", "sqlite:///tmp/x", 1);
  EXPECT_EQ(store_path("").value(), "/tmp/x");
  EXPECT_EQ(store_path("sqlite:y").value(), "y");
  EXPECT_EQ(store_path("z").value(), "z");
  EXPECT_EQ(store_path("oracle://z").error().code, ErrorCode::usage);
  unsetenv("LODESTONE_STORE");
  unsetenv("XDG_DATA_HOME");
  unsetenv("HOME");
  EXPECT_TRUE(store_path("").value().ends_with(
      "/.local/share/lodestone/store.sqlite"));  // the passwd entry's home
}

}  // namespace
}  // namespace lodestone
