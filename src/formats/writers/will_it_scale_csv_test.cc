// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "formats/writer.h"

namespace lodestone {
namespace {

Pass pass(const std::string& workload, const std::string& mode, int tasks, uint64_t each,
          double idle) {
  Pass p;
  p.workload = workload;
  p.mode = mode;
  p.values["idle_percent"] = idle;
  for (int i = 0; i < tasks; ++i) {
    Copy copy;
    copy.operations = 2 * each;
    copy.seconds = 2;
    p.copies.push_back(copy);
  }
  return p;
}

TEST(WillItScaleCsv, WritesTheTable) {
  const Writer* writer = find_writer("will-it-scale-csv");
  ASSERT_NE(writer, nullptr);
  lodestone::Run run;
  run.passes = {pass("scale/brk1", "process", 1, 1000, 87.5),
                pass("scale/brk1", "thread", 1, 900, 87), pass("scale/brk1", "process", 4, 800, 50),
                pass("scale/brk1", "thread", 4, 300, 49.126)};
  run.passes[3].copies[2].error = "killed";
  EXPECT_EQ(writer->write(run).value(),
            "tasks,processes,processes_idle,threads,threads_idle,linear\n"
            "0,0,100,0,100,0\n"
            "1,1000,87.50,900,87.00,1000\n"
            "4,3200,50.00,-1,49.13,4000\n"
            "# scale/brk1: equivalent work, measured by lodestone, not by will-it-scale\n");
}

TEST(WillItScaleCsv, ModesThatDidNotRunAndSeveralWorkloads) {
  lodestone::Run run;
  run.passes = {pass("scale/brk1", "thread", 2, 900, 1), pass("scale/dup1", "process", 2, 900, 1)};
  EXPECT_EQ(find_writer("will-it-scale-csv")->write(run).value(),
            "# scale/brk1\n"
            "tasks,processes,processes_idle,threads,threads_idle,linear\n"
            "0,0,100,0,100,0\n"
            "2,0,0,1800,1.00,0\n"
            "# scale/dup1\n"
            "tasks,processes,processes_idle,threads,threads_idle,linear\n"
            "0,0,100,0,100,0\n"
            "2,1800,1.00,0,0,0\n"
            "# the tables above: equivalent work, measured by lodestone, not by will-it-scale\n");
  run.passes[0].workload = run.passes[1].workload = "unixbench/pipe";
  EXPECT_FALSE(find_writer("will-it-scale-csv")->write(run));
}

}  // namespace
}  // namespace lodestone
