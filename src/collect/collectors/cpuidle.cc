// SPDX-License-Identifier: GPL-2.0-or-later
// /sys/devices/system/cpu/cpuN/cpuidle/stateM/{usage,time}
// (Documentation/admin-guide/pm/cpuidle.rst): summed over the CPUs under the state's name, as LKP
// does; time is in microseconds.
#include <map>

#include "collect/text_collector.h"
#include "sys/cpus.h"

namespace lodestone::collector_cpuidle {
namespace {

class Session : public CollectorSession {
 public:
  explicit Session(const Root& root) {
    for (const int cpu : online_cpus(root)) {
      const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpuidle";
      for (const std::string& state : root.list(folder)) {
        const auto name = root.line(folder + "/" + state + "/name");
        if (!state.starts_with("state") || !name) continue;
        std::string word = *name;
        for (char& letter : word)
          if (letter == ' ') letter = '_';
        for (const char* file : {"usage", "time"})
          files_.push_back({KeptFile(root, folder + "/" + state + "/" + file), word + "." + file});
      }
    }
  }
  bool empty() const { return files_.empty(); }

  Result<void> read(Readings& readings) override {
    std::map<std::string_view, uint64_t> totals;
    size_t seen = 0;
    for (auto& [file, name] : files_) {
      const auto text = file.read(4096);  // a CPU that was unplugged has no file any more
      std::string_view rest = text ? *text : std::string_view();
      std::string_view line;
      if (!next_line(rest, line)) continue;
      if (const auto value = to_count(line)) {
        totals[name] += *value;
        ++seen;
      }
    }
    if (totals.empty()) return fail(ErrorCode::not_found, "no idle state can be read");
    readings.summed_over(seen);
    for (const auto& [name, value] : totals) readings.counter(name, value);
    return {};
  }

 private:
  std::vector<std::pair<KeptFile, std::string>> files_;
};

Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  auto session = std::make_unique<Session>(here.root);
  if (session->empty())
    return fail(ErrorCode::not_found, "this machine shows no idle states",
                "no cpuidle driver (usual in virtual machines)");
  return session;
}

}  // namespace

extern const StatisticsCollector collector_cpuidle{
    "cpuidle", "entries into each idle state and time in it, over all CPUs", 0, open};

}  // namespace lodestone::collector_cpuidle
