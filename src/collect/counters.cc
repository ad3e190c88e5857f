// SPDX-License-Identifier: GPL-2.0-or-later
#include "collect/counters.h"

#include <linux/perf_event.h>

#include <algorithm>
#include <cerrno>

#include "base/text.h"
#include "collect/refusal.h"
#include "collect/tasks.h"

namespace lodestone {
namespace {

constexpr double least_running_share = 0.9;

}  // namespace

struct CounterSession::State {
  // One event on one task or CPU.
  struct Opened {
    int fd = -1;
    size_t event = 0;  // index into State::events
    bool leader = false;
  };

  // One name; several PMUs on hybrid CPUs.
  struct Event {
    std::string name;
    std::vector<PerfEvent> variants;
    int problem = 0;         // errno of an open that failed
    bool user_only = false;  // the kernel's part was refused
  };

  const Root root;
  PerfKernel& perf;
  std::vector<Event> events;
  std::vector<std::vector<size_t>> groups;  // indices into events
  std::vector<Opened> opened;
  bool whole_cpus = false;  // not the tasks
  std::vector<Finding> findings;

  State(const Root& r, PerfKernel& p) : root(r), perf(p) {}
  ~State() { close_all(); }

  void close_all() {
    // Members before leaders.
    for (auto entry = opened.rbegin(); entry != opened.rend(); ++entry) perf.close(entry->fd);
    opened.clear();
  }

  int open_one(Event& event, const PerfEvent& variant, pid_t pid, int cpu, int group) {
    PerfEvent wanted = variant;
    if (event.user_only) wanted.kernel = false;
    int fd = perf.open(wanted, pid, cpu, group);
    if ((fd == -EACCES || fd == -EPERM) && wanted.kernel && wanted.user && has_user_part(wanted)) {
      wanted.kernel = false;
      fd = perf.open(wanted, pid, cpu, group);
      // A clock knows no modes: it counts all the time of the task, whatever was excluded.
      if (fd >= 0 && !is_clock(wanted)) event.user_only = true;
    }
    // Of what is asked for in the kernel alone the permission is checked before the PMU is looked
    // for (perf_event_open of kernel/events/core.c): user mode tells whether there is one.
    if ((fd == -EACCES || fd == -EPERM) && variant.kernel && variant.hardware()) {
      wanted.user = true;
      wanted.kernel = false;
      const int other = perf.open(wanted, pid, cpu, group);
      if (other >= 0) perf.close(other);
      const bool core = variant.type == PERF_TYPE_HARDWARE || variant.type == PERF_TYPE_HW_CACHE ||
                        variant.type == PERF_TYPE_RAW;
      if (is_absence(other) || (core && shows_core_pmu(root) == false)) return -ENOENT;
    }
    return fd;
  }

  static bool is_absence(int result) {
    return result == -ENOENT || result == -EOPNOTSUPP || result == -ENODEV || result == -ENXIO;
  }

  // Of the software events, those that user mode causes; the rest would read 0.
  static bool has_user_part(const PerfEvent& event) {
    if (event.hardware() || is_clock(event)) return true;
    return event.type == PERF_TYPE_SOFTWARE && (event.config == PERF_COUNT_SW_PAGE_FAULTS ||
                                                event.config == PERF_COUNT_SW_PAGE_FAULTS_MIN ||
                                                event.config == PERF_COUNT_SW_PAGE_FAULTS_MAJ);
  }

  // Of a whole CPU the clocks count the time that passes, not what its tasks used.
  static bool is_clock(const PerfEvent& event) {
    return event.type == PERF_TYPE_SOFTWARE &&
           (event.config == PERF_COUNT_SW_CPU_CLOCK || event.config == PERF_COUNT_SW_TASK_CLOCK);
  }

  void open_group(const std::vector<size_t>& group, pid_t pid, int cpu) {
    size_t variants = 0;
    for (const size_t index : group) variants = std::max(variants, events[index].variants.size());
    for (size_t variant = 0; variant < variants; ++variant) {
      int leader = -1;
      for (const size_t index : group) {
        Event& event = events[index];
        if (variant >= event.variants.size()) continue;
        if (cpu >= 0 && is_clock(event.variants[variant])) continue;
        int fd = open_one(event, event.variants[variant], pid, cpu, leader);
        bool leads = leader < 0;
        if (fd == -EINVAL && leader >= 0) {  // no room in the group: alone then
          fd = open_one(event, event.variants[variant], pid, cpu, -1);
          leads = true;
        }
        if (fd < 0) {
          // A task that has just ended is no problem, nor is a CPU of the other kind.
          const bool other_kind = cpu >= 0 && event.variants.size() > 1;
          if (fd != -ESRCH && !other_kind) event.problem = -fd;
          continue;
        }
        opened.push_back({fd, index, leads});
        if (leader < 0) leader = fd;
      }
    }
  }

  void open_cpus(const std::vector<int>& cpus) {
    for (const auto& group : groups)
      for (const int cpu : cpus) open_group(group, -1, cpu);
    whole_cpus = !opened.empty();
    if (whole_cpus || cpus.empty()) return;
    const bool forbidden = std::any_of(events.begin(), events.end(), [](const Event& event) {
      return event.problem == EACCES || event.problem == EPERM;
    });
    for (Event& event : events) event.problem = 0;
    if (!forbidden) return;
    add_finding(findings, {"F513 cpus-refused", "whole CPUs may not be counted: the tasks were",
                           "kernel.perf_event_paranoid is 1 or more; counting each task costs "
                           "something at every switch",
                           "as root: sysctl kernel.perf_event_paranoid=0"});
  }

  // A reason and a remedy for what the kernel refused.
  void explain_refusals() {
    std::map<int, std::vector<std::string>> by_problem;
    std::vector<std::string> user_only;
    for (const Event& event : events) {
      if (event.problem) by_problem[event.problem].push_back(event.name);
      if (event.user_only) user_only.push_back(event.name);
    }
    for (const auto& [problem, names] : by_problem) {
      const Error error = refusal(problem, "not counted: " + join(names, ", "));
      const char* code = error.code == ErrorCode::not_found    ? "F501 no-hardware-counters"
                         : error.code == ErrorCode::permission ? "F502 counters-refused"
                                                               : "F503 counters-failed";
      add_finding(findings, {code, error.what, error.why, error.hint});
    }
    if (!user_only.empty())
      add_finding(findings, {"F504 user-part-only",
                             "only the part in user mode was counted: " + join(user_only, ", "),
                             "kernel.perf_event_paranoid is 2 or more",
                             "as root: sysctl kernel.perf_event_paranoid=1"});
  }
};

CounterSession::CounterSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
CounterSession::CounterSession(CounterSession&&) noexcept = default;
CounterSession& CounterSession::operator=(CounterSession&&) noexcept = default;
CounterSession::~CounterSession() = default;

Result<CounterSession> CounterSession::create(const Root& root, PerfKernel& perf,
                                              std::string_view list) {
  LODESTONE_ASSIGN(const auto groups, parse_event_groups(list));
  auto state = std::make_unique<State>(root, perf);
  for (const auto& names : groups) {
    std::vector<size_t> group;
    for (const std::string& name : names) {
      auto variants = find_perf_event(root, name);
      if (!variants && variants.error().code != ErrorCode::not_found)
        return tl::unexpected<Error>(std::move(variants).error());
      if (!variants) {
        const Error& error = variants.error();
        add_finding(state->findings, {"F506 no-such-event", error.what, error.why, error.hint});
        continue;
      }
      group.push_back(state->events.size());
      state->events.push_back({name, *std::move(variants)});
    }
    state->groups.push_back(std::move(group));
  }
  return CounterSession(std::move(state));
}

void CounterSession::attach(pid_t pid, const std::vector<int>& cpus) {
  state_->close_all();
  for (auto& event : state_->events) event.problem = 0, event.user_only = false;
  state_->open_cpus(cpus);
  if (!state_->whole_cpus)
    for (const Task& task : tasks_of(state_->root, pid))
      for (const auto& group : state_->groups) state_->open_group(group, task.id, -1);
  for (const auto& entry : state_->opened)
    if (entry.leader) state_->perf.enable(entry.fd);
}

Counted CounterSession::finish() {
  State& state = *state_;
  for (const auto& entry : state.opened)
    if (entry.leader) state.perf.disable(entry.fd);
  struct Total {
    double value = 0, raw = 0;
    double enabled = 0, running = 0;
    bool any = false;
  };
  std::vector<Total> totals(state.events.size());
  for (const auto& entry : state.opened) {
    PerfCount count;
    Total& total = totals[entry.event];
    if (state.perf.read(entry.fd, count) != 0) continue;
    total.any = true;
    const double variants = static_cast<double>(state.events[entry.event].variants.size());
    // Each PMU of a hybrid machine is enabled all the time and runs while the task is on its CPUs:
    // together once.
    total.enabled += static_cast<double>(count.enabled_ns) / variants;
    total.running += static_cast<double>(count.running_ns);
    total.raw += static_cast<double>(count.value);
    if (count.running_ns > 0)
      total.value += static_cast<double>(count.value) *
                     (variants > 1 ? 1.0
                                   : static_cast<double>(count.enabled_ns) /
                                         static_cast<double>(count.running_ns));
  }
  Counted counted;
  state.explain_refusals();
  std::vector<std::string> multiplexed;
  for (size_t i = 0; i < state.events.size(); ++i) {
    const auto& event = state.events[i];
    const Total& total = totals[i];
    // Refused on some of the tasks, it is no count of the workload.
    if (event.problem || !total.any || total.enabled == 0) continue;
    const double share = std::min(1.0, total.running / total.enabled);
    // Software events of a task that never ran have no running time, and then no count either.
    if (share < least_running_share) {
      multiplexed.push_back(event.name + " (" + fixed(share * 100, 0) + " %)");
      continue;
    }
    std::string name = "perf." + event.name;
    if (event.user_only) name += ":u";
    if (state.whole_cpus) name += "@cpus";
    const double value = event.variants.size() > 1 ? total.raw / share : total.value;
    counted.values[name] = value * event.variants[0].scale;
    counted.running_share[name] = share;
  }
  if (!multiplexed.empty())
    add_finding(
        state.findings,
        {"F505 multiplexed", "not reported: " + join(multiplexed, ", "),
         "the processor has fewer counters than events: these were counted for part of the time",
         "count fewer events at once, or turn the NMI watchdog off (kernel.nmi_watchdog=0)"});
  counted.findings = state.findings;
  state.close_all();
  return counted;
}

Metric counter_metric(const std::string& workload, std::string_view value_name) {
  std::string quantity(value_name.substr(value_name.find('.') + 1));
  const bool whole = quantity.ends_with("@cpus");
  if (whole) quantity.resize(quantity.size() - 5);
  if (quantity.ends_with(":u")) quantity.replace(quantity.size() - 2, 2, ".user");
  if (quantity.ends_with(":k")) quantity.replace(quantity.size() - 2, 2, ".kernel");
  if (whole) quantity += ".whole_cpus";
  Metric metric{.id = workload + "." + quantity, .title = quantity, .unit = "/op"};
  const bool cost = quantity.find("misses") != std::string::npos ||
                    quantity.find("cycles") != std::string::npos ||
                    quantity.find("stall") != std::string::npos ||
                    quantity.find("clock") != std::string::npos;
  metric.better = cost ? Better::lower : Better::neutral;
  if (quantity.find("clock") != std::string::npos) metric.unit = "msec/op";
  return metric;
}

}  // namespace lodestone
