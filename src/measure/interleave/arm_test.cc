// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/arm.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>

#include "base/fd.h"
#include "base/text.h"

namespace lodestone {
namespace {

struct Place {
  Place() {
    char name[] = "/tmp/lodestone-test-XXXXXX";
    root = mkdtemp(name);
    state = root + "/state";
    EXPECT_TRUE(make_directories(root + "/proc/sys/vm"));
    EXPECT_TRUE(make_directories(root + "/proc/sys/kernel/random"));
    EXPECT_TRUE(write_file(root + "/proc/sys/kernel/random/boot_id", "this-boot\n"));
    EXPECT_TRUE(write_file(setting(), "60\n"));
    arms[0].label = "base";
    arms[1].label = "new";
    arms[1].settings = {{"/proc/sys/vm/swappiness", "10"}};
  }
  ~Place() { std::filesystem::remove_all(root); }
  std::string setting() const { return root + "/proc/sys/vm/swappiness"; }
  std::string now() const { return std::string(trim(*read_file(setting()))); }
  std::string root, state;
  Arms arms;
};

TEST(ArmSwitch, TheOtherArmRunsWithThePresentValue) {
  Place place;
  auto arm_switch = *ArmSwitch::open(place.arms, place.state, place.root);
  ASSERT_TRUE(arm_switch.enter(1));
  EXPECT_EQ(place.now(), "10");
  ASSERT_TRUE(arm_switch.enter(0));
  EXPECT_EQ(place.now(), "60");
  ASSERT_TRUE(arm_switch.enter(1));
  ASSERT_TRUE(arm_switch.restore());
  EXPECT_EQ(place.now(), "60");
}

TEST(ArmSwitch, RestoresWhenItEnds) {
  Place place;
  {
    auto arm_switch = *ArmSwitch::open(place.arms, place.state, place.root);
    ASSERT_TRUE(arm_switch.enter(1));
  }
  EXPECT_EQ(place.now(), "60");
}

TEST(ArmSwitch, ASettingThatDoesNotExistIsRefusedBeforeAnythingIsChanged) {
  Place place;
  place.arms[0].settings = {{"/proc/sys/vm/nothing", "1"}};
  EXPECT_FALSE(ArmSwitch::open(place.arms, place.state, place.root));
  EXPECT_EQ(place.now(), "60");
}

// Runs `body` in a child that then dies by `number`.
void die_by(int number, const std::function<void()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    kill(getpid(), number);
    _exit(9);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
}

TEST(ArmSwitch, ASignalRestores) {
  Place place;
  die_by(SIGTERM, [&] {
    auto arm_switch = ArmSwitch::open(place.arms, place.state, place.root);
    if (arm_switch) (void)arm_switch->enter(1);
    raise(SIGTERM);
  });
  EXPECT_EQ(place.now(), "60");
}

TEST(ArmSwitch, TheNextStartRestoresAfterAKill) {
  Place place;
  die_by(SIGKILL, [&] {
    auto arm_switch = ArmSwitch::open(place.arms, place.state, place.root);
    if (arm_switch) (void)arm_switch->enter(1);
    raise(SIGKILL);
  });
  EXPECT_EQ(place.now(), "10");
  EXPECT_EQ(restore_stale_settings(place.state, place.root).size(), 1u);
  EXPECT_EQ(place.now(), "60");
}

TEST(ArmSwitch, SetupsAreUndoneAfterEachProcess) {
  Place place;
  place.arms[1].settings.clear();
  const std::string mark = place.root + "/mark";
  place.arms[1].setup = "touch " + mark;
  place.arms[1].undo = "rm " + mark;
  auto arm_switch = *ArmSwitch::open(place.arms, place.state, place.root);
  EXPECT_TRUE(arm_switch.findings().empty());
  ASSERT_TRUE(arm_switch.enter(1));
  EXPECT_TRUE(exists(mark));
  ASSERT_TRUE(arm_switch.leave(1));
  EXPECT_FALSE(exists(mark));
}

TEST(ArmSwitch, AFailedSetupIsAnErrorAndIsUndone) {
  Place place;
  const std::string mark = place.root + "/mark";
  place.arms[1].setup = "touch " + mark + "; exit 3";
  place.arms[1].undo = "rm " + mark;
  auto arm_switch = *ArmSwitch::open(place.arms, place.state, place.root);
  auto entered = arm_switch.enter(1);
  ASSERT_FALSE(entered);
  EXPECT_NE(entered.error().what.find("arm new failed"), std::string::npos);
  EXPECT_FALSE(exists(mark));
}

TEST(ArmSwitch, ASetupWithoutUndoIsAFinding) {
  Place place;
  place.arms[0].setup = "true";
  auto arm_switch = *ArmSwitch::open(place.arms, place.state, place.root);
  ASSERT_EQ(arm_switch.findings().size(), 1u);
  EXPECT_EQ(arm_switch.findings()[0].code, "F303 not-undone");
}

TEST(UndoJournal, AKilledRunIsUndoneByTheNextStart) {
  Place place;
  const std::string mark = place.root + "/mark";
  ASSERT_TRUE(write_file(mark, ""));
  die_by(SIGKILL, [&] {
    auto journal = UndoJournal::open(place.state);
    if (journal) (void)journal->owe("rm " + mark);
    raise(SIGKILL);
  });
  EXPECT_TRUE(exists(mark));
  EXPECT_EQ(run_stale_undos(place.state).size(), 1u);
  EXPECT_FALSE(exists(mark));
  EXPECT_TRUE(run_stale_undos(place.state).empty());
}

TEST(UndoJournal, AFailedUndoStaysOwed) {
  Place place;
  auto journal = *UndoJournal::open(place.state);
  ASSERT_TRUE(journal.owe("false"));
  EXPECT_FALSE(journal.pay("false"));
  EXPECT_EQ(journal.owed().size(), 1u);
}

}  // namespace
}  // namespace lodestone
