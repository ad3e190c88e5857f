// SPDX-License-Identifier: GPL-2.0-or-later
#include "collect/refusal.h"

#include <cerrno>
#include <cstring>

#include "sys/perf_event.h"

namespace lodestone {

// perf_event_open(2), ERRORS.
Error refusal(int problem, std::string what) {
  switch (problem) {
    case ENOENT:
    case EOPNOTSUPP:
    case ENODEV:
    case ENXIO:
      return {ErrorCode::not_found, std::move(what),
              "this machine shows no such counter; virtual machines usually have no PMU",
              std::string(hint_without_pmu)};
    case EACCES:
    case EPERM:
      return {
          ErrorCode::permission, std::move(what),
          "kernel.perf_event_paranoid, or a system call filter (seccomp) of a container, forbids "
          "it: lodestone doctor says which",
          "as root: sysctl kernel.perf_event_paranoid=1 (0 for counting whole CPUs); in a "
          "container add CAP_PERFMON"};
    case ENOSYS:
      return {ErrorCode::not_found, std::move(what),
              "this kernel is built without perf_event, or a system call filter (seccomp) hides it",
              "CONFIG_PERF_EVENTS=y; in a container --security-opt seccomp=unconfined"};
    default:
      return {ErrorCode::failed, std::move(what), std::strerror(problem),
              problem == EMFILE ? "raise ulimit -n" : ""};
  }
}

}  // namespace lodestone
