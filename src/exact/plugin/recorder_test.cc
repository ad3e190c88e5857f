// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/recorder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lodestone::exact {
namespace {

class RecorderTest : public testing::Test {
 protected:
  RecorderTest()
      : instructions_(Machine::x86_64, plan_),
        counters_(first_slot + 64),
        recorder_(instructions_, stretches_, counters_.data()) {
    const uint8_t nop = 0x90;
    for (uint64_t i = 0; i < 4; ++i) {
      const Instruction* made = &instructions_.intern(0xffffffff81000000 + i, &nop, 1, nullptr);
      stretches_.intern({&made, 1});
    }
  }
  void execute(uint32_t slot, uint64_t times = 1) {
    counters_[first_slot + slot] += times;
    counters_[kernel_instructions] += times;
  }
  std::string section() {
    char* text = nullptr;
    size_t size = 0;
    std::FILE* out = open_memstream(&text, &size);
    recorder_.section_ends(out, 0, Cause::own);
    std::fclose(out);
    std::string result(text, size);
    std::free(text);
    return result;
  }
  Plan plan_;
  Instructions instructions_;
  Stretches stretches_;
  std::vector<uint64_t> counters_;
  Recorder recorder_;
};

TEST_F(RecorderTest, WhatLiesOutsideOperationsIsNotTheirs) {
  execute(0, 1000);
  recorder_.section_begins();
  execute(0, 5);
  recorder_.operation_begins(Cause::own);
  execute(1, 7);
  recorder_.operation_ends(Cause::own);
  execute(0, 5);
  std::string text = section();
  EXPECT_NE(text.find("run 1 7 0 "), std::string::npos) << text;
  EXPECT_NE(text.find("path 7 0 seen 1 different 0\n1 7\n"), std::string::npos) << text;
  EXPECT_NE(text.find("executed 0\n0 10\n1 7\n"), std::string::npos) << text;
}

TEST_F(RecorderTest, AStretchCountsForEachOfItsInstructions) {
  const Instruction* both[] = {&instructions_[1], &instructions_[2]};
  const uint32_t index = stretches_.intern(both).index;
  recorder_.section_begins();
  recorder_.operation_begins(Cause::own);
  execute(2, 3);  // a block that begins in the middle
  counters_[first_slot + index] += 4;
  counters_[kernel_instructions] += 8;
  recorder_.operation_ends(Cause::own);
  std::string text = section();
  EXPECT_NE(text.find("path 11 0 seen 1 different 0\n1 4\n2 7\n"), std::string::npos) << text;
  EXPECT_NE(text.find("executed 0\n1 4\n2 7\n"), std::string::npos) << text;
}

TEST_F(RecorderTest, InterruptsAreBesideThePath) {
  recorder_.section_begins();
  recorder_.operation_begins(Cause::own);
  execute(1, 3);
  recorder_.cause_changes(Cause::own);
  execute(2, 100);
  recorder_.cause_changes(Cause::timer);
  execute(1, 4);
  recorder_.operation_ends(Cause::own);
  std::string text = section();
  EXPECT_NE(text.find("run 1 7 0 "), std::string::npos) << text;
  EXPECT_NE(text.find(" 100 0 0 0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("path 7 0 seen 1 different 0\n1 7\n"), std::string::npos) << text;
  EXPECT_NE(text.find("executed 1\n2 100\n"), std::string::npos) << text;
}

TEST_F(RecorderTest, OperationsOfOneSizeThatTookAnotherWayAreSeen) {
  recorder_.section_begins();
  for (uint32_t slot : {1, 1, 2}) {
    recorder_.operation_begins(Cause::own);
    execute(slot, 7);
    recorder_.operation_ends(Cause::own);
  }
  std::string text = section();
  EXPECT_NE(text.find("run 3 7 0 "), std::string::npos) << text;
  EXPECT_NE(text.find("path 7 0 seen 3 different 1\n"), std::string::npos) << text;
}

TEST_F(RecorderTest, RarePathsAreNotWrittenButTheirFunctionsCount) {
  recorder_.section_begins();
  for (uint64_t i = 0; i < 40; ++i) {
    recorder_.operation_begins(Cause::own);
    execute(1, 7 + (i == 1 ? 1 : i == 2 ? 90 : 0));
    recorder_.operation_ends(Cause::own);
  }
  std::string text = section();
  EXPECT_NE(text.find("path 7 0 seen "), std::string::npos) << text;
  EXPECT_EQ(text.find("path 97 0"), std::string::npos) << text;
  EXPECT_NE(text.find("spread 4294967295 7 "), std::string::npos) << text;
}

}  // namespace
}  // namespace lodestone::exact
