// SPDX-License-Identifier: GPL-2.0-or-later
#include "workload/plugin.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>

#include "base/fd.h"

namespace lodestone {
namespace {

// The example of docs/adding-a-workload.md, built as a user builds it (examples/CMakeLists.txt).
const std::string example = LODESTONE_BINARY_DIR "/examples/gettid.so";

TEST(plugin, loads_the_example) {
  const auto plugin = load_plugin(example);
  ASSERT_TRUE(plugin) << describe(plugin.error());
  EXPECT_STREQ(plugin->workload->name, "example/gettid");
}

TEST(plugin, runs_in_a_program_of_its_own) {
  const auto plugin = load_plugin(example);
  ASSERT_TRUE(plugin) << describe(plugin.error());
  const std::string command =
      plugin->program + " --plugin " + example + " --windows 4 --operations 1000 --tasks 2";
  FILE* pipe = popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string output;
  char buffer[512];
  while (std::fgets(buffer, sizeof buffer, pipe)) output += buffer;
  EXPECT_EQ(pclose(pipe), 0);
  EXPECT_NE(output.find("\ntask 0 "), std::string::npos) << output;
  EXPECT_NE(output.find("\ntask 1 "), std::string::npos) << output;
  EXPECT_NE(output.find(" 4000 "), std::string::npos) << output;
  EXPECT_NE(output.find("\nend\n"), std::string::npos) << output;
}

TEST(plugin, names_what_is_wrong) {
  EXPECT_EQ(load_plugin("/nonexistent.so").error().code, ErrorCode::not_found);
  const std::string text = testing::TempDir() + "text" + std::to_string(getpid()) + ".so";
  ASSERT_TRUE(write_file(text, "no shared object"));
  EXPECT_EQ(load_plugin(text).error().code, ErrorCode::unreadable);
  unlink(text.c_str());
  // A shared object, but no workload.
  const auto other = load_plugin("/proc/self/exe");
  EXPECT_EQ(other.error().code, ErrorCode::unreadable);
}

}  // namespace
}  // namespace lodestone
