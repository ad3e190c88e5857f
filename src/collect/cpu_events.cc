// SPDX-License-Identifier: GPL-2.0-or-later
#include "collect/cpu_events.h"

#include "base/clock.h"
#include "collect/refusal.h"
#include "sys/cpus.h"

namespace lodestone {
namespace {

constexpr double least_share = 0.9;

}  // namespace

Result<int> CpuEvents::open(const PerfEvent& event, int cpu) const {
  const int fd = perf_.open(event, -1, cpu, -1);
  if (fd >= 0) return fd;
  return tl::unexpected<Error>(refusal(-fd, "not counted: " + event.name));
}

Result<void> CpuEvents::add(const std::string& name) {
  LODESTONE_ASSIGN(auto found, find_perf_event(root_, name));
  const std::vector<int> online = online_cpus(root_);
  LODESTONE_ASSIGN(const int fd, open(found.front(), online.empty() ? 0 : online.front()));
  perf_.close(fd);
  events_.push_back(std::move(found.front()));
  return {};
}

Result<void> CpuEvents::begin() {
  end();
  cpus_ = online_cpus(root_);
  for (size_t event = 0; event < events_.size(); ++event)
    for (const int cpu : cpus_) {
      auto fd = open(events_[event], cpu);
      if (!fd) {
        end();
        return tl::unexpected<Error>(fd.error());
      }
      opened_.push_back({*fd, event});
    }
  for (const Opened& entry : opened_) perf_.enable(entry.fd);
  begun_ns_ = monotonic_ns();  // all count for at least as long as seconds() says
  return {};
}

void CpuEvents::end() {
  for (const Opened& entry : opened_) perf_.close(entry.fd);
  opened_.clear();
}

double CpuEvents::seconds() const {
  return static_cast<double>(monotonic_ns() - begun_ns_) * 1e-9;
}

std::vector<std::optional<double>> CpuEvents::read() const {
  std::vector<std::optional<double>> sums(events_.size(), 0.0);
  if (opened_.empty()) return std::vector<std::optional<double>>(events_.size());
  const double enough = least_share * seconds() * 1e9;
  for (const Opened& entry : opened_) {
    PerfCount count;
    auto& sum = sums[entry.event];
    // A CPU that went offline leaves its events where they were: neither clock goes on.
    const bool whole =
        perf_.read(entry.fd, count) == 0 && static_cast<double>(count.running_ns) >= enough;
    if (!whole)
      sum.reset();
    else if (sum)
      *sum += static_cast<double>(count.value);
  }
  return sums;
}

}  // namespace lodestone
