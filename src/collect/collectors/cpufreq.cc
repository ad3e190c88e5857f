// SPDX-License-Identifier: GPL-2.0-or-later
// /sys/devices/system/cpu/cpuN/cpufreq/scaling_cur_freq (Documentation/admin-guide/pm/cpufreq.rst),
// in kHz: mean, lowest and highest over the CPUs.
#include <algorithm>

#include "collect/text_collector.h"
#include "sys/cpus.h"

namespace lodestone::collector_cpufreq {
namespace {

class Session : public CollectorSession {
 public:
  explicit Session(const Root& root) {
    for (const int cpu : online_cpus(root)) {
      const std::string path =
          "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpufreq/scaling_cur_freq";
      if (root.exists(path)) files_.emplace_back(root, path);
    }
  }
  bool empty() const { return files_.empty(); }

  Result<void> read(Readings& readings) override {
    double sum = 0, low = 0, high = 0;
    size_t count = 0;
    for (KeptFile& file : files_) {
      const auto text = file.read(4096);
      std::string_view rest = text ? *text : std::string_view();
      std::string_view line;
      const auto value = next_line(rest, line) ? to_count(line) : std::nullopt;
      if (!value || *value == 0) continue;
      const double frequency = static_cast<double>(*value);
      low = count ? std::min(low, frequency) : frequency;
      high = std::max(high, frequency);
      sum += frequency;
      ++count;
    }
    if (count == 0) return fail(ErrorCode::not_found, "no CPU frequency can be read");
    readings.level("mean", sum / static_cast<double>(count));
    readings.level("min", low);
    readings.level("max", high);
    return {};
  }

 private:
  std::vector<KeptFile> files_;
};

Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  auto session = std::make_unique<Session>(here.root);
  if (session->empty())
    return fail(ErrorCode::not_found, "this machine shows no CPU frequency",
                "no cpufreq driver (usual in virtual machines)");
  return session;
}

}  // namespace

extern const StatisticsCollector collector_cpufreq{"cpufreq", "CPU frequency in kHz over the CPUs",
                                                   1, open};

}  // namespace lodestone::collector_cpufreq
