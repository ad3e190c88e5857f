// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/perf_event.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace lodestone {
namespace {

class SystemPerf : public PerfKernel {
 public:
  int open(const PerfEvent& event, pid_t pid, int cpu, int group) override {
    perf_event_attr attributes;
    std::memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = event.type;
    attributes.config = event.config;
    attributes.config1 = event.config1;
    attributes.config2 = event.config2;
    attributes.disabled = group < 0;
    attributes.inherit = pid >= 0;
    attributes.exclude_user = !event.user;
    attributes.exclude_kernel = !event.kernel;
    attributes.exclude_hv = !event.kernel;
    // Read one by one: a group read and inheritance do not go together in older kernels
    // (kernel/events/core.c).
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    const long fd =
        syscall(SYS_perf_event_open, &attributes, pid, cpu, group, PERF_FLAG_FD_CLOEXEC);
    return fd < 0 ? -errno : static_cast<int>(fd);
  }
  int enable(int fd) override {
    return ioctl(fd, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP) < 0 ? -errno : 0;
  }
  int disable(int fd) override {
    return ioctl(fd, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP) < 0 ? -errno : 0;
  }
  int read(int fd, PerfCount& count) override {
    uint64_t values[3] = {};
    const ssize_t got = ::read(fd, values, sizeof values);
    if (got != sizeof values) return got < 0 ? -errno : -EIO;
    count = {values[0], values[1], values[2]};
    return 0;
  }
  void close(int fd) override { ::close(fd); }
};

}  // namespace

PerfKernel& system_perf() {
  static SystemPerf perf;
  return perf;
}

}  // namespace lodestone
