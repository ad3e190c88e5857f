// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/cache.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/fd.h"
#include "exact/arm.h"

namespace lodestone::exact {
namespace {

class CacheTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = testing::TempDir() + "cache_test_" + std::to_string(::getpid());
    std::filesystem::remove_all(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
  std::string directory_;
};

TEST_F(CacheTest, FindsWhatWasStored) {
  Cache cache(directory_, true);
  EXPECT_FALSE(cache.find("question"));
  ASSERT_TRUE(cache.store("question", {"one\n", "", "two"}));
  auto found = cache.find("question");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (std::vector<std::string>{"one\n", "", "two"}));
  EXPECT_FALSE(cache.find("another question"));
}

TEST_F(CacheTest, ACutEntryIsNone) {
  Cache cache(directory_, true);
  ASSERT_TRUE(cache.store("question", {"a long enough answer"}));
  std::string path = directory_ + "/" + fingerprint_of("question");
  std::string whole = *read_file(path);
  for (size_t size = 0; size < whole.size(); ++size) {
    ASSERT_TRUE(write_file(path, whole.substr(0, size)));
    EXPECT_FALSE(cache.find("question")) << size;
  }
}

TEST_F(CacheTest, DisabledKeepsNothing) {
  Cache cache(directory_, false);
  ASSERT_TRUE(cache.store("question", {"answer"}));
  EXPECT_FALSE(cache.find("question"));
  EXPECT_FALSE(exists(directory_));
}

}  // namespace
}  // namespace lodestone::exact
