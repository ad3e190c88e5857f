// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/pending_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace lodestone {
namespace {

class PendingFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "pending-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  size_t entries() const {
    return std::distance(std::filesystem::directory_iterator(folder_),
                         std::filesystem::directory_iterator());
  }
  std::string folder_;
};

TEST_F(PendingFiles, TheOldContentStaysUntilTheNewOneIsWhole) {
  const std::string path = folder_ + "/a";
  ASSERT_TRUE(write_file(path, "old"));
  auto file = PendingFile::create(path);
  ASSERT_TRUE(file);
  EXPECT_EQ(*read_file(path), "old");
  ASSERT_TRUE(file->commit("new"));
  EXPECT_EQ(*read_file(path), "new");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(PendingFiles, NothingStaysOfWhatWasNotCommitted) {
  {
    auto file = PendingFile::create(folder_ + "/a");
    ASSERT_TRUE(file);
    PendingFile moved = *std::move(file);
    EXPECT_EQ(entries(), 1u);
  }
  EXPECT_EQ(entries(), 0u);
}

TEST_F(PendingFiles, ALinkStaysALink) {
  ASSERT_TRUE(write_file(folder_ + "/real", "old"));
  std::filesystem::create_symlink("real", folder_ + "/link");
  ASSERT_TRUE(PendingFile::create(folder_ + "/link")->commit("new"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ + "/link"));
  EXPECT_EQ(*read_file(folder_ + "/real"), "new");
}

TEST_F(PendingFiles, BadPathsFailAtOnce) {
  EXPECT_FALSE(PendingFile::create(folder_ + "/none/a"));
  EXPECT_FALSE(PendingFile::create(folder_));
}

TEST_F(PendingFiles, AFullDeviceIsAnError) {
  auto file = PendingFile::create("/dev/full");
  ASSERT_TRUE(file);
  const auto wrote = file->commit("text");
  ASSERT_FALSE(wrote);
  EXPECT_EQ(wrote.error().code, ErrorCode::no_space);
}

}  // namespace
}  // namespace lodestone
