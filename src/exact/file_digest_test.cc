// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/file_digest.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/fd.h"
#include "exact/arm.h"

namespace lodestone::exact {
namespace {

class FileDigestTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = testing::TempDir() + "file_digest_test_" + std::to_string(::getpid());
    std::filesystem::remove_all(directory_);
    ASSERT_TRUE(make_directories(directory_));
    path_ = directory_ + "/kernel";
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
  size_t entries() const {
    size_t count = 0;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(directory_ + "/cache", none))
      count += entry.is_regular_file();
    return count;
  }
  std::string directory_, path_;
};

TEST_F(FileDigestTest, IsThatOfTheContentAndFollowsIt) {
  const Cache cache(directory_ + "/cache", true);
  ASSERT_TRUE(write_file(path_, "one"));
  EXPECT_EQ(*digest_of_file(path_, cache), fingerprint_of("one"));
  // As long, and within one tick of the clock.
  ASSERT_TRUE(write_file(path_, "two"));
  EXPECT_EQ(*digest_of_file(path_, cache), fingerprint_of("two"));
  EXPECT_EQ(entries(), 0u) << "a file that was just written is not known yet";
}

TEST_F(FileDigestTest, AFileIsReadOnce) {
  const Cache cache(directory_ + "/cache", true);
  // A file of the system that nobody has changed for a while.
  const std::string old_file = "/bin/sh";
  struct stat status{};
  if (::stat(old_file.c_str(), &status) != 0 || status.st_ctim.tv_sec + 5 > ::time(nullptr))
    GTEST_SKIP() << "the shell was just installed";
  const auto first = digest_of_file(old_file, cache);
  ASSERT_TRUE(first);
  EXPECT_EQ(entries(), 1u);
  EXPECT_EQ(*digest_of_file(old_file, cache), *first);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileDigestTest, FilesThatAreNotThereAreErrors) {
  const Cache cache(directory_ + "/cache", true);
  EXPECT_FALSE(digest_of_file(path_, cache));
}

}  // namespace
}  // namespace lodestone::exact
