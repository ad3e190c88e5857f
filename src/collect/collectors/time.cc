// SPDX-License-Identifier: GPL-2.0-or-later
// What the processes of the pass used, as /usr/bin/time and LKP name it: getrusage(2) of the
// children that this program has reaped, so that nothing of the tool itself is in it.
#include <sys/resource.h>
#include <time.h>

#include "collect/collector.h"

namespace lodestone::collector_time {
namespace {

uint64_t microseconds(const timeval& time) {
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000 + static_cast<uint64_t>(time.tv_usec);
}

class Session : public CollectorSession {
 public:
  Result<void> read(Readings& readings) override {
    rusage usage{};
    if (getrusage(RUSAGE_CHILDREN, &usage) != 0) return fail(ErrorCode::io, "getrusage failed");
    readings.scaled_counter("user_time", microseconds(usage.ru_utime), 1e-6);
    readings.scaled_counter("system_time", microseconds(usage.ru_stime), 1e-6);
    readings.counter("minor_page_faults", static_cast<uint64_t>(usage.ru_minflt));
    readings.counter("major_page_faults", static_cast<uint64_t>(usage.ru_majflt));
    readings.counter("voluntary_context_switches", static_cast<uint64_t>(usage.ru_nvcsw));
    readings.counter("involuntary_context_switches", static_cast<uint64_t>(usage.ru_nivcsw));
    readings.counter("file_system_inputs", static_cast<uint64_t>(usage.ru_inblock));
    readings.counter("file_system_outputs", static_cast<uint64_t>(usage.ru_oublock));
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    readings.scaled_counter(
        "elapsed_time",
        static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec),
        1e-9);
    return {};
  }
};

}  // namespace

extern const StatisticsCollector collector_time{
    "time", "user, system and elapsed time, faults and switches of the processes that ran", 0,
    [](const Surroundings&) -> Result<std::unique_ptr<CollectorSession>> {
      return std::make_unique<Session>();
    }};

}  // namespace lodestone::collector_time
