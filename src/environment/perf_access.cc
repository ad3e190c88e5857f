// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/perf_access.h"

#include <linux/perf_event.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sys/perf_event.h"

namespace lodestone {
namespace {

int answer_to(uint32_t type, uint64_t config) {
  PerfEvent event;
  event.type = type;
  event.config = config;
  event.kernel = false;
  PerfKernel& perf = system_perf();
  const int fd = perf.open(event, getpid(), -1, -1);
  if (fd < 0) return -fd;
  perf.close(fd);
  return 0;
}

bool forbidden(int problem) {
  return problem == EACCES || problem == EPERM;
}

}  // namespace

PerfAnswer ask_perf() {
  return {answer_to(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK),
          answer_to(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES)};
}

CheckResult judge_perf(const Root& root, const PerfAnswer& answer) {
  // The setting is there in every kernel that has perf events.
  const auto paranoid = root.integer("/proc/sys/kernel/perf_event_paranoid");
  const bool proc = !root.list("/proc").empty();
  const std::string level =
      paranoid ? "perf_event_paranoid " + std::to_string(*paranoid) : "perf_event_paranoid unknown";
  const std::string filter =
      "run outside the filter, or the container with --security-opt seccomp=unconfined";
  if (answer.software == ENOSYS) {
    if (paranoid)
      return {CheckState::note,
              "perf_event_open is blocked by a system call filter (seccomp); " + level,
              "",
              {},
              filter};
    if (!proc)
      return {CheckState::unknown,
              "perf_event_open is not there: not built, or a filter; /proc cannot be read",
              "",
              {}};
    return {CheckState::absent, "this kernel has no perf events", "", {}};
  }
  if (forbidden(answer.software)) {
    // Up to 2 everybody may count what user mode does
    // (Documentation/admin-guide/perf-security.rst).
    if (paranoid && *paranoid <= 2)
      return {
          CheckState::note,
          "perf_event_open is forbidden by a system call filter (seccomp) or security module; " +
              level,
          "",
          {},
          filter};
    if (!paranoid)
      return {CheckState::unknown,
              std::string("perf_event_open is forbidden (") + std::strerror(answer.software) +
                  "), by what is not known; " + level,
              "",
              {}};
    return {CheckState::note,
            "no events for users; " + level,
            "sysctl kernel.perf_event_paranoid=1",
            {{"/proc/sys/kernel/perf_event_paranoid", "1"}}};
  }
  if (!paranoid && proc) return {CheckState::absent, "this kernel has no perf events", "", {}};
  std::optional<bool> hardware = shows_core_pmu(root);
  if (root.real() && answer.hardware == 0) hardware = true;
  if (answer.hardware == ENOENT || answer.hardware == EOPNOTSUPP || answer.hardware == ENODEV)
    hardware = false;
  if (!hardware)
    return {CheckState::unknown,
            "whether there is a PMU is not known: /sys/bus/event_source cannot be read; " + level,
            "",
            {}};
  if (!*hardware)
    return {
        CheckState::note, "no hardware counters; " + level, "", {}, std::string(hint_without_pmu)};
  if (!paranoid) return {CheckState::unknown, "hardware counters; " + level, "", {}};
  if (*paranoid <= 1) return {CheckState::good, "hardware counters; " + level, "", {}};
  return {CheckState::note,
          "hardware counters; " + level + ": kernel events need root",
          "sysctl kernel.perf_event_paranoid=1",
          {{"/proc/sys/kernel/perf_event_paranoid", "1"}}};
}

}  // namespace lodestone
