// SPDX-License-Identifier: GPL-2.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collect/series.h"
#include "collect/tasks.h"
#include "sys/fixture.h"

namespace lodestone {
namespace {

using testing::HasSubstr;

class TaskSchedstat : public testing::Test {
 protected:
  TaskSchedstat() : series_("task-schedstat") {
    tree_.file("/proc/self/schedstat", "1 2 3\n");
    put(50, 50, "1000 500 10", "51");
    put(51, 51, "0 0 0", "");
    session_ = select_collectors("task-schedstat")->at(0).collector->open(tree_.root()).value();
  }
  void put(int process, int task, const std::string& fields, const std::string& children) {
    const std::string folder = Task{process, task}.folder();
    tree_.file(folder + "/schedstat", fields + "\n").file(folder + "/children", children + "\n");
  }
  void read() {
    series_.begin_reading();
    ASSERT_TRUE(session_->read(series_));
  }
  std::map<std::string, double> values() {
    std::map<std::string, double> found;
    std::vector<std::string> lost;
    series_.reduce(found, lost);
    return found;
  }
  FixtureTree tree_;
  Series series_;
  std::unique_ptr<CollectorSession> session_;
};

TEST_F(TaskSchedstat, what_was_seen_of_tasks_that_have_ended_stands) {
  ASSERT_TRUE(session_->begin(50));
  read();
  put(50, 50, "4000 1500 20", "51");
  put(51, 51, "5000 0 10", "");
  read();
  tree_.remove("/proc/50").remove("/proc/51");
  read();
  // Run 3000 + 5000, waited 1000, in 20 slices.
  EXPECT_DOUBLE_EQ(values().at("task-schedstat.run_delay%"), 100 * 1000. / 9000);
  EXPECT_DOUBLE_EQ(values().at("task-schedstat.run_delay_per_timeslice_ns"), 50);
  EXPECT_FALSE(session_->shortfall());
}

TEST_F(TaskSchedstat, a_task_of_the_same_number_is_another_one) {
  ASSERT_TRUE(session_->begin(50));
  read();
  put(50, 50, "2000 500 20", "51");
  put(51, 51, "100 0 1", "");
  read();
  put(51, 51, "50 9999 3", "");  // a new task: nothing is known of when it began
  read();
  EXPECT_DOUBLE_EQ(values().at("task-schedstat.run_delay%"), 0);
}

TEST_F(TaskSchedstat, seen_once_is_not_seen) {
  ASSERT_TRUE(session_->begin(50));
  read();
  tree_.remove("/proc/50").remove("/proc/51");
  read();
  EXPECT_TRUE(values().empty());
  EXPECT_THAT(session_->shortfall()->what, HasSubstr("not seen twice"));
}

TEST_F(TaskSchedstat, nonsense_is_not_read) {
  ASSERT_TRUE(session_->begin(50));
  put(50, 50, "1000 five 10", "51 x -3");
  read();
  put(50, 50, "", "");
  put(51, 51, "18446744073709551616 1 1", "");
  read();
  EXPECT_TRUE(values().empty());
  tree_.remove("/proc/self/schedstat");
  EXPECT_FALSE(select_collectors("task-schedstat")->at(0).collector->open(tree_.root()));
}

}  // namespace
}  // namespace lodestone
