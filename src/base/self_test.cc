// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/self.h"

#include <gtest/gtest.h>
#include <sys/auxv.h>
#include <unistd.h>

namespace lodestone {
namespace {

TEST(SelfPath, is_the_running_program) {
  const auto path = self_path();
  ASSERT_TRUE(path);
  EXPECT_EQ(path->front(), '/');
  EXPECT_EQ(access(path->c_str(), X_OK), 0);
}

TEST(SelfPath, without_proc_it_is_what_was_started) {
  const auto* started = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  ASSERT_TRUE(started);
  EXPECT_EQ(self_path_from("", started).value(), self_path().value());
  EXPECT_EQ(self_path_from("/a/b", started).value(), "/a/b");
  const auto missing = self_path_from("", "/no/such/program");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().why.find("/no/such/program"), std::string::npos);
}

}  // namespace
}  // namespace lodestone
