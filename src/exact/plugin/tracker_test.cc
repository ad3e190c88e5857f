// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/tracker.h"

#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

constexpr uint64_t own_task = 0x1000;
constexpr uint64_t worker = 0x2000;
constexpr uint64_t child = 0x3000;

void switch_tasks(Tracker& tracker, uint64_t from, uint64_t to) {
  tracker.on_switch_store(from);
  tracker.on_switch_load(to);
}

TEST(Tracker, FaultsAreOwnAndInterruptsAreNot) {
  Tasks tasks;
  Tracker tracker(tasks);
  tracker.on_event(Event::syscall);
  EXPECT_EQ(tracker.cause(), Cause::own);
  tracker.on_event(Event::exception);
  EXPECT_EQ(tracker.cause(), Cause::own);
  tracker.on_event(Event::timer);
  EXPECT_EQ(tracker.cause(), Cause::timer);
  tracker.on_event(Event::softirq);
  EXPECT_EQ(tracker.cause(), Cause::softirq);
  tracker.on_event(Event::interrupt);
  EXPECT_EQ(tracker.cause(), Cause::softirq);
  tracker.on_exception_return();
  tracker.on_softirq_return();
  EXPECT_EQ(tracker.cause(), Cause::timer);
  tracker.on_exception_return();
  tracker.on_exception_return();
  EXPECT_EQ(tracker.cause(), Cause::own);
  tracker.on_system_return();
  tracker.on_event(Event::interrupt);
  EXPECT_EQ(tracker.cause(), Cause::interrupt);
  tracker.on_exception_return();
  EXPECT_EQ(tracker.cause(), Cause::own);
}

TEST(Tracker, ASystemCallMayLeaveTheExceptionsWay) {
  Tasks tasks;
  Tracker tracker(tasks);
  tracker.on_event(Event::syscall);
  tracker.on_exception_return();
  tracker.on_event(Event::timer);
  EXPECT_EQ(tracker.cause(), Cause::timer);
  tracker.on_exception_return();
  EXPECT_EQ(tracker.cause(), Cause::own);
}

TEST(Tracker, KernelThreadsAreOtherTasksAndTheirSwitchBelongsToWhoLeaves) {
  Tasks tasks;
  Tracker tracker(tasks);
  tracker.on_event(Event::syscall);
  switch_tasks(tracker, own_task, worker);
  EXPECT_EQ(tracker.cause(), Cause::own);
  tracker.on_event(Event::arrival);
  EXPECT_EQ(tracker.cause(), Cause::other_task);
  switch_tasks(tracker, worker, own_task);
  tracker.on_event(Event::arrival);
  EXPECT_EQ(tracker.cause(), Cause::own);
}

TEST(Tracker, FramesBelongToTheirTask) {
  Tasks tasks;
  Tracker tracker(tasks);
  tracker.on_event(Event::timer);
  switch_tasks(tracker, own_task, worker);  // preempted by the interrupt
  tracker.on_event(Event::arrival);
  EXPECT_EQ(tracker.cause(), Cause::other_task);
  switch_tasks(tracker, worker, own_task);
  tracker.on_event(Event::arrival);
  EXPECT_EQ(tracker.cause(), Cause::timer);
  tracker.on_exception_return();
  EXPECT_EQ(tracker.cause(), Cause::own);
}

TEST(Tracker, NewTasksAreTheWorkloadsUnlessTheyAreKernelThreads) {
  Tasks tasks;
  Tracker tracker(tasks);
  switch_tasks(tracker, own_task, child);
  tracker.on_event(Event::new_task);
  EXPECT_EQ(tracker.cause(), Cause::own);
  tracker.on_event(Event::kernel_task);
  EXPECT_EQ(tracker.cause(), Cause::other_task);
  switch_tasks(tracker, child, own_task);
  tracker.on_event(Event::arrival);
  switch_tasks(tracker, own_task, child);  // the structure is used again
  tracker.on_event(Event::new_task);
  EXPECT_EQ(tracker.cause(), Cause::own);
}

TEST(Tracker, AMarkClaimsItsTask) {
  Tasks tasks;
  Tracker tracker(tasks);
  switch_tasks(tracker, own_task, worker);
  tracker.on_event(Event::arrival);
  tracker.claim();
  EXPECT_EQ(tracker.cause(), Cause::own);
}

}  // namespace
}  // namespace lodestone::exact
