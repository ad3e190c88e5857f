// SPDX-License-Identifier: GPL-2.0-or-later
#include "fresh.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/fd.h"
#include "base/json.h"
#include "base/text.h"
#include "recording.h"
#include "stats/counts.h"
#include "sys/interrupt.h"
#include "sys/process.h"

namespace lodestone::bench {
namespace {

std::string tool() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "lodestone";
}

double now_seconds() {
  return 1e-9 * static_cast<double>(monotonic_ns());
}

}  // namespace

Result<void> run_fresh(const std::string& path, double seconds, int most) {
  catch_interrupts();
  const double start = now_seconds();
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(path.c_str(), "a"),
                                                            std::fclose);
  if (!out) return fail_errno("cannot write " + path, errno);
  char home_template[] = "/tmp/lodestone-bench-XXXXXX";
  if (!mkdtemp(home_template)) return fail_errno("cannot make a folder in /tmp", errno);
  const std::string home = home_template;
  const std::unique_ptr<const std::string, void (*)(const std::string*)> removed(
      &home, [](const std::string* path) {
        std::error_code ignored;
        std::filesystem::remove_all(*path, ignored);
      });
  for (int i = 0; i < most && now_seconds() - start < seconds && !interrupted(); ++i) {
    const std::string& workload =
        recorded_workloads[static_cast<size_t>(i) % recorded_workloads.size()];
    Command command;
    command.words = {tool(), "ab", "--no-store", "--json", "--budget", "60s", workload};
    // No calibration of this user's may help or hinder.
    command.environment = {"XDG_STATE_HOME=" + home, "HOME=" + home};
    command.timeout_seconds = 180;
    LODESTONE_ASSIGN(const Finished done, run_command(command));
    if (interrupted()) return {};
    if (!done.succeeded())
      return fail(ErrorCode::failed, "lodestone ab " + workload + " failed",
                  describe(done) + ": " + done.errors);
    LODESTONE_ASSIGN(const Json document, parse_json(done.output));
    const auto& row = document["pairs"][0]["rows"][0];
    const std::string line = "fresh " + workload + " " + row.value("verdict", "?") + " " +
                             std::to_string(row["base"].value("n", 0)) + " " +
                             fixed(1e-9 * static_cast<double>(done.wall_ns), 2) + "\n";
    if (std::fwrite(line.data(), 1, line.size(), out.get()) != line.size() ||
        std::fflush(out.get()) != 0)
      return fail_errno("cannot write " + path, errno);
  }
  return {};
}

Result<std::string> fresh_report(const std::string& path) {
  LODESTONE_ASSIGN(const std::string text, read_file(path));
  int verdicts = 0, same = 0, within = 0, undecided = 0;
  double seconds = 0, pairs = 0;
  for (std::string_view line : split(text, '\n')) {
    const auto word = words(line);
    if (word.size() != 5 || word[0] != "fresh") continue;
    const double took = parse_double(word[4]).value_or(0);
    ++verdicts;
    same += word[2] == "same";
    within += word[2] == "same" && took <= 10;
    undecided += word[2] == "undecided";
    seconds += took;
    pairs += parse_double(word[3]).value_or(0);
  }
  if (verdicts == 0) return std::string();
  const int changes = verdicts - same - undecided;
  const auto limits = stats::clopper_pearson(changes, verdicts);
  return "| fresh `lodestone ab` on equal arms, end to end | |\n|---|---|\n| called different | " +
         std::to_string(changes) + " of " + std::to_string(verdicts) + " (95 % limits " +
         fixed(100 * limits.low, 1) + " to " + fixed(100 * limits.high, 1) +
         " %) |\n| no change > 1 % proven | " + std::to_string(same) +
         " |\n| proven within 10 s of wall time | " + std::to_string(within) +
         " |\n| undecided | " + std::to_string(undecided) + " |\n| mean pairs, mean wall time | " +
         fixed(pairs / verdicts, 1) + ", " + fixed(seconds / verdicts, 2) + " s |\n";
}

}  // namespace lodestone::bench
