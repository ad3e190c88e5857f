// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/tracker.h"

namespace lodestone::exact {

void Tracker::update() {
  Cause cause = Cause::own;
  for (Cause frame : current_->frames)
    if (frame != Cause::own) cause = frame;
  if (current_->in_softirq)
    cause = Cause::softirq;
  else if (cause == Cause::own && current_->foreign)
    cause = Cause::other_task;
  cause_ = cause;
}

void Tracker::arrive() {
  if (next_ == nullptr) return;
  current_ = next_;
  next_ = nullptr;
}

void Tracker::on_event(Event event) {
  switch (event) {
    case Event::none:
      return;
    case Event::timer:
      current_->frames.push_back(Cause::timer);
      break;
    case Event::interrupt:
      current_->frames.push_back(Cause::interrupt);
      break;
    case Event::exception:
      current_->frames.push_back(Cause::own);
      break;
    case Event::syscall:
      current_->frames.assign(1, Cause::own);
      break;
    case Event::new_task:
      arrive();
      // A task structure may have belonged to another task before.
      current_->frames.clear();
      current_->foreign = false;
      current_->in_softirq = false;
      break;
    case Event::kernel_task:
      current_->foreign = true;
      break;
    case Event::softirq:
      current_->in_softirq = true;
      break;
    case Event::arrival:
      arrive();
      break;
  }
  update();
}

// A system call may leave by the exceptions' way too; then its own frame goes.
void Tracker::on_exception_return() {
  if (!current_->frames.empty()) current_->frames.pop_back();
  update();
}

void Tracker::on_system_return() {
  current_->frames.clear();
  update();
}

void Tracker::on_softirq_return() {
  current_->in_softirq = false;
  update();
}

void Tracker::on_switch_store(uint64_t address) {
  if (current_ != &first_) return;
  Task& task = (*tasks_)[address];
  task = first_;
  current_ = &task;
}

// Tasks that were there before tracking began are kernel threads: the workload's tasks are claimed
// by their marks, or start as new ones.
void Tracker::on_switch_load(uint64_t address) {
  auto [place, fresh] = tasks_->try_emplace(address);
  if (fresh) place->second.foreign = true;
  next_ = &place->second;
}

void Tracker::claim() {
  current_->foreign = false;
  update();
}

}  // namespace lodestone::exact
