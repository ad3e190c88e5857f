// SPDX-License-Identifier: GPL-2.0-or-later
// What the processes of the pass used, as /usr/bin/time and LKP name it: getrusage(2) of the
// children that this program has reaped, so that nothing of the tool itself is in it. Not its
// ru_maxrss, in which the program that forked counts (exec_mmap of fs/exec.c): the largest VmHWM of
// the workload's processes, up to the last reading before each ended.
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "collect/collector.h"
#include "collect/lines.h"
#include "collect/tasks.h"

namespace lodestone::collector_time {
namespace {

uint64_t microseconds(const timeval& time) {
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000 + static_cast<uint64_t>(time.tv_usec);
}

class Session : public CollectorSession {
 public:
  explicit Session(const Root& root) : root_(root) {}

  Result<void> begin(pid_t pid) override {
    pid_ = pid;
    largest_ = 0;
    begun_ns_ = begun_us_ = 0;
    return {};
  }

  Result<void> read(Readings& readings) override {
    rusage usage{};
    if (getrusage(RUSAGE_CHILDREN, &usage) != 0) return fail(ErrorCode::io, "getrusage failed");
    const uint64_t user = microseconds(usage.ru_utime), system = microseconds(usage.ru_stime);
    readings.scaled_counter("user_time", user, 1e-6);
    readings.scaled_counter("system_time", system, 1e-6);
    readings.counter("minor_page_faults", static_cast<uint64_t>(usage.ru_minflt));
    readings.counter("major_page_faults", static_cast<uint64_t>(usage.ru_majflt));
    readings.counter("voluntary_context_switches", static_cast<uint64_t>(usage.ru_nvcsw));
    readings.counter("involuntary_context_switches", static_cast<uint64_t>(usage.ru_nivcsw));
    readings.counter("file_system_inputs", static_cast<uint64_t>(usage.ru_inblock));
    readings.counter("file_system_outputs", static_cast<uint64_t>(usage.ru_oublock));
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t now_ns =
        static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
    readings.scaled_counter("elapsed_time", now_ns, 1e-9);
    if (begun_ns_ == 0) {
      begun_ns_ = now_ns;
      begun_us_ = user + system;
    } else {
      readings.so_far("percent_of_cpu_this_job_got",
                      100e3 * static_cast<double>(user + system - begun_us_) /
                          static_cast<double>(std::max<uint64_t>(now_ns - begun_ns_, 1)));
    }
    note_resident_sets();
    if (largest_ > 0) readings.so_far("maximum_resident_set_size", static_cast<double>(largest_));
    return {};
  }

 private:
  void note_resident_sets() {
    if (pid_ <= 0) return;
    std::set<pid_t> processes;
    for (const Task& task : tasks_of(root_, pid_)) processes.insert(task.process);
    for (const pid_t process : processes) {
      const std::string text = root_.text("/proc/" + std::to_string(process) + "/status");
      const auto peak = field(text, "VmHWM", ':');  // "1234 kB"
      const auto kilobytes = peak ? to_count(peak->substr(0, peak->find(' '))) : std::nullopt;
      largest_ = std::max(largest_, kilobytes.value_or(0));
    }
  }

  Root root_;
  pid_t pid_ = 0;
  uint64_t largest_ = 0;  // kB
  uint64_t begun_ns_ = 0, begun_us_ = 0;
};

}  // namespace

extern const StatisticsCollector collector_time{
    "time", "user, system and elapsed time, faults, switches and memory of the processes that ran",
    0.25, [](const CollectorInput& here) -> Result<std::unique_ptr<CollectorSession>> {
      return std::make_unique<Session>(here.root);
    }};

}  // namespace lodestone::collector_time
