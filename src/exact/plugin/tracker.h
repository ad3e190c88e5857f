// SPDX-License-Identifier: GPL-2.0-or-later
// Why a processor runs what it runs: it follows exception entries and returns, task switches and
// the softirq handler. Interfaces before version 2 cannot read registers, so tasks are told apart
// by the address at which the switch code stores and loads their stack pointer.
#pragma once

#include <unordered_map>
#include <vector>

#include "exact/plugin/plan.h"

namespace lodestone::exact {

struct Task {
  std::vector<Cause> frames;  // exceptions that have been entered and not left
  bool foreign = false;       // a kernel thread, or a task from before the first section
  bool in_softirq = false;
};

// Tasks move between processors, so all trackers share one table.
using Tasks = std::unordered_map<uint64_t, Task>;

class Tracker {
 public:
  explicit Tracker(Tasks& tasks) : tasks_(&tasks), current_(&first_) {}
  Tracker(const Tracker&) = delete;  // current_ may point inside
  Tracker& operator=(const Tracker&) = delete;

  Cause cause() const { return cause_; }
  void on_event(Event event);
  void on_exception_return();
  void on_system_return();
  void on_softirq_return();
  void on_switch_store(uint64_t address);
  void on_switch_load(uint64_t address);
  // The task that runs now is the workload's (it executes marks).
  void claim();

 private:
  void arrive();
  void update();

  Tasks* tasks_;
  Task first_;  // the task that ran when tracking began, until a switch names it
  Task* current_;
  Task* next_ = nullptr;
  Cause cause_ = Cause::own;
};

}  // namespace lodestone::exact
