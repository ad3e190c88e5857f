// SPDX-License-Identifier: GPL-2.0-or-later
// How often tracepoints of the kernel are passed, over all CPUs, a second (--collect
// tracepoints:sched:sched_switch,irq:*). They cost something at every event, so they are switched
// on for a pass alone.
#include "base/text.h"
#include "collect/cpu_events.h"
#include "collect/text_collector.h"

namespace lodestone::collector_tracepoints {
namespace {

// What most changes of the kernel move, none of it at every system call.
constexpr std::string_view usual =
    "sched:sched_switch sched:sched_wakeup sched:sched_migrate_task irq:irq_handler_entry "
    "irq:softirq_entry exceptions:page_fault_user exceptions:page_fault_kernel kmem:mm_page_alloc "
    "tlb:tlb_flush timer:timer_expire_entry workqueue:workqueue_execute_start";

std::vector<std::string> matching(const Root& root, const std::string& pattern) {
  if (pattern.find_first_of("*?[") == std::string::npos) return {pattern};
  std::vector<std::string> found;
  for (const char* folder : {"/sys/kernel/tracing/events", "/sys/kernel/debug/tracing/events"}) {
    for (const std::string& system : root.list(folder))
      for (const std::string& event : root.list(std::string(folder) + "/" + system))
        if (glob_match(pattern, system + ":" + event) &&
            root.exists(std::string(folder) + "/" + system + "/" + event + "/id"))
          found.push_back(system + ":" + event);
    if (!found.empty()) break;
  }
  if (found.empty()) found.push_back(pattern);  // its error says why there is none
  return found;
}

class Session : public CollectorSession {
 public:
  explicit Session(const CollectorInput& here) : events_(here.root, here.perf) {}

  Result<void> open(const CollectorInput& here) {
    const bool asked = !here.choice.empty();
    Error last{ErrorCode::not_found, "no tracepoint is named", "", ""};
    std::vector<std::string> missing;
    for (const std::string_view pattern : words(asked ? here.choice : usual))
      for (const std::string& name : matching(here.root, std::string(pattern)))
        if (auto added = events_.add(name); !added) {
          // Of the usual ones some are always unknown: a refusal says more.
          if (last.code != ErrorCode::permission) last = added.error();
          missing.push_back(name);
        }
    if (events_.size() == 0) return tl::unexpected<Error>(last);
    // Of the usual ones each kernel and architecture has its own.
    if (asked && !missing.empty())
      missing_ = Error{last.code, "not counted: " + join(missing, ", "), last.what, last.hint};
    return {};
  }

  Result<void> begin(pid_t) override { return events_.begin(); }
  void end() override { events_.end(); }
  std::optional<Error> shortfall() const override { return missing_; }

  Result<void> read(Readings& readings) override {
    const auto sums = events_.read();
    const double seconds = events_.seconds();
    if (seconds <= 0) return {};
    for (size_t i = 0; i < sums.size(); ++i)
      if (sums[i]) readings.so_far(events_.name(i), *sums[i] / seconds);
    return {};
  }

 private:
  CpuEvents events_;
  std::optional<Error> missing_;
};

Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  auto session = std::make_unique<Session>(here);
  LODESTONE_TRY(session->open(here));
  return session;
}

}  // namespace

extern const StatisticsCollector collector_tracepoints{
    "tracepoints", "tracepoints of the kernel passed a second, over all CPUs", 0, open};

}  // namespace lodestone::collector_tracepoints
