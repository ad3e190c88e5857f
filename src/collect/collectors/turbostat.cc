// SPDX-License-Identifier: GPL-2.0-or-later
// Frequency while busy and share of time busy, by APERF and MPERF (Intel SDM vol. 3, 15.2), in
// turbostat(8)'s names and units: means over the CPUs. Through perf's PMU of model-specific
// registers (arch/x86/events/msr.c), else through /dev/cpu/N/msr. MPERF counts at the rate of the
// TSC; on the few processors where it does not, Busy% is off by their factor.
#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "base/clock.h"
#include "collect/cpu_events.h"
#include "collect/text_collector.h"
#include "sys/cpus.h"

namespace lodestone::collector_turbostat {
namespace {

enum Register { tsc, aperf, mperf };
constexpr const char* events[] = {"msr/tsc/", "msr/aperf/", "msr/mperf/"};
constexpr off_t numbers[] = {0x10, 0xe8, 0xe7};

// The rise of each register since begin(), over all CPUs.
struct Rise {
  std::array<double, 3> counts{};
  double seconds = 0;
  double cpus = 0;
};

class ByPerf {
 public:
  explicit ByPerf(const CollectorInput& here) : events_(here.root, here.perf) {}
  Result<void> open() {
    for (const char* name : events) LODESTONE_TRY(events_.add(name));
    return {};
  }
  Result<void> begin() { return events_.begin(); }
  void end() { events_.end(); }
  std::optional<Rise> rise() const {
    const auto sums = events_.read();
    Rise rise{{}, events_.seconds(), static_cast<double>(events_.cpus())};
    for (size_t i = 0; i < sums.size(); ++i) {
      if (!sums[i]) return std::nullopt;
      rise.counts[i] = *sums[i];
    }
    return rise;
  }

 private:
  CpuEvents events_;
};

class ByFile {
 public:
  explicit ByFile(const CollectorInput& here) : root_(here.root) {}
  Result<void> begin() {
    cpus_.clear();
    for (const int cpu : online_cpus(root_)) {
      Cpu one;
      const std::string path = "/dev/cpu/" + std::to_string(cpu) + "/msr";
      one.file = Fd(::open(root_.path(path).c_str(), O_RDONLY | O_CLOEXEC));
      if (!one.file.valid() || !read(one, one.before))
        return fail_errno("cannot read " + path, errno, "as root: modprobe msr");
      cpus_.push_back(std::move(one));
    }
    begun_ns_ = monotonic_ns();
    return cpus_.empty() ? fail(ErrorCode::not_found, "no CPU is online") : Result<void>();
  }
  void end() { cpus_.clear(); }
  std::optional<Rise> rise() const {
    Rise rise{{},
              static_cast<double>(monotonic_ns() - begun_ns_) * 1e-9,
              static_cast<double>(cpus_.size())};
    for (const Cpu& cpu : cpus_) {
      std::array<uint64_t, 3> now{};
      if (!read(cpu, now)) return std::nullopt;  // it went offline
      for (size_t i = 0; i < now.size(); ++i) {
        const uint64_t rose = now[i] - cpu.before[i];  // the registers wrap at 64 bits
        if (rose >> 62) return std::nullopt;           // set back by somebody
        rise.counts[i] += static_cast<double>(rose);
      }
    }
    return rise;
  }

 private:
  struct Cpu {
    Fd file;
    std::array<uint64_t, 3> before{};
  };
  static bool read(const Cpu& cpu, std::array<uint64_t, 3>& values) {
    for (size_t i = 0; i < values.size(); ++i)
      if (::pread(cpu.file.get(), &values[i], 8, numbers[i]) != 8) return false;
    return true;
  }
  Root root_;
  std::vector<Cpu> cpus_;
  int64_t begun_ns_ = 0;
};

template <typename Source>
class Session : public CollectorSession {
 public:
  explicit Session(const CollectorInput& here) : source_(here) {}
  Source& source() { return source_; }
  Result<void> begin(pid_t) override { return source_.begin(); }
  void end() override { source_.end(); }

  Result<void> read(Readings& readings) override {
    const auto rise = source_.rise();
    if (!rise)
      return fail(ErrorCode::failed, "a CPU did not count all the time", "it was taken offline?");
    const auto& counts = rise->counts;
    if (counts[tsc] <= 0 || counts[mperf] <= 0 || rise->seconds <= 0) return {};
    const double megahertz = 1e-6 / rise->cpus / rise->seconds;
    readings.so_far("TSC_MHz", counts[tsc] * megahertz);
    readings.so_far("Avg_MHz", counts[aperf] * megahertz);
    readings.so_far("Bzy_MHz", counts[tsc] * megahertz * counts[aperf] / counts[mperf]);
    readings.so_far("Busy%", 100 * counts[mperf] / counts[tsc]);
    return {};
  }

 private:
  Source source_;
};

Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  auto by_perf = std::make_unique<Session<ByPerf>>(here);
  const auto opened = by_perf->source().open();
  if (opened) return by_perf;
  auto by_file = std::make_unique<Session<ByFile>>(here);
  if (by_file->source().begin()) {
    by_file->source().end();
    return by_file;
  }
  const bool forbidden = opened.error().code == ErrorCode::permission;
  return fail(opened.error().code, "neither APERF nor MPERF can be read",
              forbidden
                  ? opened.error().why
                  : "this machine shows no such counter (usual in virtual machines; x86 only)",
              forbidden ? "as root: sysctl kernel.perf_event_paranoid=0"
                        : "measure on the bare machine; where it is x86, as root: modprobe msr");
}

}  // namespace

extern const StatisticsCollector collector_turbostat{
    "turbostat",
    "frequency while busy (Bzy_MHz) and share of time busy (Busy%), by APERF and MPERF", 0, open};

}  // namespace lodestone::collector_turbostat
