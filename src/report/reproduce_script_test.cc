// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/reproduce_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "sys/decompress.h"

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
  lodestone::Run timed = made();
  timed.workloads[0].pass_seconds = 8;
  timed.workloads[1].pass_seconds = 10;
  for (const auto& result : {0, 1})
    timed.workloads[static_cast<size_t>(result)].metrics = {{.samples = std::vector<Sample>(3)}};
  timed.workloads.push_back({.id = "scale/sched_yield", .copies = 2, .mode = "sweep"});
  const std::string lengths = lkp_job(timed).value();
  EXPECT_THAT(lengths, HasSubstr("runtime: 8s\nnr_task: 2\nwill-it-scale:"));
  EXPECT_THAT(lengths, HasSubstr("runtime: 30s\nnr_task: 1\nunixbench:"));
  EXPECT_THAT(lengths, Not(HasSubstr("sweep")));
}

// LODESTONE_UPDATE_GOLDEN=1 writes them anew.
void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = LODESTONE_SOURCE_DIR "/tests/fixtures/exports/" + name;
  if (std::getenv("LODESTONE_UPDATE_GOLDEN"))
    ASSERT_TRUE(write_file(path, text));
  else
    EXPECT_EQ(text, read_file(path).value_or("(no such file)")) << name;
}

TEST(Reproduce, to_the_byte) {
  lodestone::Run run = made();
  run.context.set("cpus", "4");
  run.context.set("kernel_config_digest", "1a2b3c4d");
  run.context.set("command", "lodestone run scale/sched_yield --tasks 2 --counters default");
  expect_golden("reproduce.sh", reproduce_script(run));
  expect_golden("lkp-job.yaml", lkp_job(run).value());
}

// The script's own check of the configuration, on a file whose checksum we know.
TEST(Reproduce, checks_the_kernel_configuration_with_gzip) {
  lodestone::Run run = made();
  run.context.set("kernel_config_digest", gzip_checksum("CONFIG_X=y\n"));
  const std::string script = reproduce_script(run);
  const size_t begin = script.find("config() {"), end = script.find("\n\n", begin);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::string check = script.substr(begin, end - begin);
  const auto says = [&](const std::string& text) {
    // `config` is replaced by what gives the text.
    const std::string body = check.substr(check.find("\n}\n") + 3);
    FILE* shell =
        popen(("config() { printf '" + text + "'; }\nexec 2>&1\n" + body + "\n").c_str(), "r");
    char line[200] = {};
    const bool any = std::fgets(line, sizeof line, shell) != nullptr;
    pclose(shell);
    return any ? std::string(line) : std::string();
  };
  EXPECT_EQ(says("CONFIG_X=y\\n"), "");
  EXPECT_THAT(says("CONFIG_X=m\\n"), HasSubstr("configured differently"));
}

}  // namespace
}  // namespace lodestone
