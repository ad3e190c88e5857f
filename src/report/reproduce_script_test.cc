// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/reproduce_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/fd.h"

namespace lodestone {
namespace {

using testing::HasSubstr;
using testing::Not;

lodestone::Run made() {
  lodestone::Run run{.id = "20261130-183107-1f3a9c",
                     .label = "after",
                     .started = "2026-11-30T18:31:07Z",
                     .seed = 42};
  run.context.set("kernel", "6.1.0");
  run.context.set("governor", "performance");
  run.context.set("transparent_hugepages", "madvise");
  run.context.set("machine", "it's\na box");
  run.settings_changed = {{"/proc/sys/kernel/numa_balancing", "1", "0", true}};
  run.workloads = {{.id = "scale/sched_yield", .copies = 2, .mode = "thread"},
                   {.id = "unixbench/pipe", .copies = 1}};
  return run;
}

TEST(Reproduce, has_settings_kernel_and_command) {
  lodestone::Run run = made();
  EXPECT_THAT(reproduce_script(run),
              HasSubstr("\nlodestone run 'scale/sched_yield' 'unixbench/pipe' --copies 1 --copies "
                        "2 --seed 42\n"));
  run.context.set("command", "lodestone run scale/sched_yield --label 'a b'");
  const std::string script = reproduce_script(run);
  EXPECT_THAT(script, HasSubstr("\nlodestone run scale/sched_yield --label 'a b'\n"));
  EXPECT_THAT(script,
              HasSubstr("for file in /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor; do "
                        "echo 'performance' >"));
  EXPECT_THAT(script, HasSubstr("echo '0' > '/proc/sys/kernel/numa_balancing'"));
  EXPECT_THAT(script, HasSubstr("'6.1.0'"));
  EXPECT_THAT(script, Not(HasSubstr("\na box")));  // no context may end a comment
}

TEST(Reproduce, is_a_script_that_a_shell_accepts) {
  char path[] = "/tmp/lodestone-reproduce-XXXXXX";
  const Fd file(mkstemp(path));
  ASSERT_TRUE(write_all(file.get(), reproduce_script(made())));
  EXPECT_EQ(std::system((std::string("sh -n ") + path).c_str()), 0);
  unlink(path);
}

TEST(Reproduce, lkp_jobs) {
  const std::string job = lkp_job(made()).value();
  EXPECT_THAT(job, HasSubstr("testcase: will-it-scale\n"));
  EXPECT_THAT(job, HasSubstr("nr_task: 2\nwill-it-scale:\n  test: sched_yield\n  mode: thread\n"));
  EXPECT_THAT(job, HasSubstr("unixbench:\n  test: pipe\n"));
  EXPECT_FALSE(lkp_job(lodestone::Run{}));
}

}  // namespace
}  // namespace lodestone
