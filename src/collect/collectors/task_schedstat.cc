// SPDX-License-Identifier: GPL-2.0-or-later
// How long the workload's own tasks waited for a CPU: /proc/PID/task/TID/schedstat of each (run
// time, run delay, both in ns, and timeslices; Documentation/scheduler/sched-stats.rst). A task is
// known up to its last reading before it ended, so there are no totals, only ratios of what was
// seen. CONFIG_SCHED_INFO; children by CONFIG_PROC_CHILDREN.
#include <array>
#include <map>

#include "collect/tasks.h"
#include "collect/text_collector.h"

namespace lodestone::collector_task_schedstat {
namespace {

enum Field { run, delay, timeslices };
using Fields = std::array<uint64_t, 3>;

std::optional<Fields> fields_of(std::string_view text) {
  Fields fields{};
  std::string_view line;
  if (!next_line(text, line)) return std::nullopt;
  for (uint64_t& field : fields) {
    const auto value = to_count(next_word(line));
    if (!value) return std::nullopt;
    field = *value;
  }
  return fields;
}

class Session : public CollectorSession {
 public:
  explicit Session(const Root& root) : root_(root) {}

  Result<void> begin(pid_t pid) override {
    pid_ = pid;
    before_.clear();
    rise_ = {};
    return {};
  }

  Result<void> read(Readings& readings) override {
    std::map<pid_t, Fields> now;
    if (pid_ > 0)
      for (const Task& task : tasks_of(root_, pid_))
        if (const auto fields = fields_of(root_.text(task.folder() + "/schedstat")))
          now[task.id] = *fields;
    for (const auto& [task, fields] : now) {
      const auto before = before_.find(task);
      // At the first sight of a task all its time may be from before the pass; a number that fell
      // is another task's under the same id.
      if (before == before_.end() || fields[run] < before->second[run]) continue;
      for (size_t i = 0; i < fields.size(); ++i)
        if (fields[i] > before->second[i]) rise_[i] += fields[i] - before->second[i];
    }
    before_ = std::move(now);
    const auto seen = [&](Field field) { return static_cast<double>(rise_[field]); };
    if (rise_[run] + rise_[delay] > 0)
      readings.so_far("run_delay%", 100 * seen(delay) / (seen(run) + seen(delay)));
    if (rise_[timeslices] > 0)
      readings.so_far("run_delay_per_timeslice_ns", seen(delay) / seen(timeslices));
    return {};
  }

  std::optional<Error> shortfall() const override {
    if (pid_ > 0 && rise_[run] + rise_[delay] == 0)
      return Error{ErrorCode::failed, "the workload's tasks were not seen twice",
                   "they are read four times a second, and the pass was shorter",
                   "measure longer passes"};
    return std::nullopt;
  }

 private:
  Root root_;
  pid_t pid_ = 0;
  std::map<pid_t, Fields> before_;
  Fields rise_{};
};

Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  if (!fields_of(here.root.text("/proc/self/schedstat")))
    return fail(ErrorCode::not_found, "this kernel does not tell the run delay of tasks",
                "it is built without CONFIG_SCHED_INFO, or /proc is not there");
  return std::make_unique<Session>(here.root);
}

}  // namespace

extern const StatisticsCollector collector_task_schedstat{
    "task-schedstat", "share of their time that the workload's tasks waited for a CPU", 0.25, open};

}  // namespace lodestone::collector_task_schedstat
