// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include <set>

#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/own_command.h"

namespace lodestone {
namespace {

constexpr Option options[] = {{"--copies", "N", "number of copies", true},
                              {"--label", "L", "label"},
                              {"--quick", nullptr, "quick"}};
const Verb sample{"sample", "a sample", "", "text", options, "lodestone sample", nullptr};

Result<Arguments> parse(std::vector<std::string> words) {
  return parse_arguments(sample, words);
}

TEST(CommandLine, OptionsAndCommands) {
  auto got =
      parse({"a", "--copies", "1", "b", "--copies=2", "--quick", "--", "x y", "--", "c", "d"});
  ASSERT_TRUE(got) << describe(got.error());
  EXPECT_EQ(got->positional, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(got->values("--copies"), (std::vector<std::string>{"1", "2"}));
  EXPECT_TRUE(got->has("--quick"));
  ASSERT_EQ(got->commands.size(), 2u);
  EXPECT_EQ(got->commands[1], (std::vector<std::string>{"c", "d"}));
}

TEST(CommandLine, BadLinesAreUsageErrors) {
  for (const auto& line : std::vector<std::vector<std::string>>{
           {"--no-such"}, {"--label"}, {"--label", "a", "--label", "b"}, {"--"}}) {
    auto got = parse(line);
    ASSERT_FALSE(got);
    EXPECT_EQ(exit_code(got.error().code), 2);
  }
  auto got = parse({"--copies", "x"});
  ASSERT_TRUE(got);
  EXPECT_FALSE(got->integer("--copies", 1, 4096));
}

TEST(CommandLine, EveryVerbIsDescribed) {
  std::set<std::string> names;
  for (const Verb* verb : verbs) {
    EXPECT_TRUE(names.insert(verb->name).second) << verb->name;
    EXPECT_NE(std::string(verb->examples), "") << verb->name;
    EXPECT_NE(help_of_verb(*verb).find("lodestone " + std::string(verb->name)), std::string::npos);
    EXPECT_NE(manual_of_verb(*verb).find(".TH"), std::string::npos);
  }
}

TEST(OwnCommand, repeats_as_another_run_with_the_seed_in_force) {
  EXPECT_EQ(repeatable_command({"lodestone", "run", "--label", "a b", "pipe", "--store=x", "--seed",
                                "1", "--passes", "3"},
                               42),
            "lodestone run --seed 42 pipe --passes 3");
  // The measured command's own words stay, quoted.
  EXPECT_EQ(
      repeatable_command(
          {"lodestone", "run", "--", "sh", "-c", "it's; reboot $HOME", "--label", "x", ""}, 7),
      "lodestone run --seed 7 -- sh -c 'it'\\''s; reboot $HOME' --label x ''");
}

}  // namespace
}  // namespace lodestone
