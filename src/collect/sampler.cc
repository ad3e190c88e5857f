// SPDX-License-Identifier: GPL-2.0-or-later
#include "collect/sampler.h"

#include <signal.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "collect/series.h"

namespace lodestone {
namespace {

using Clock = std::chrono::steady_clock;

double thread_cpu_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

struct Slot {
  const StatisticsCollector* collector = nullptr;
  std::unique_ptr<CollectorSession> session;
  std::unique_ptr<Series> series;
  double period = 0;
  Clock::time_point due;
  bool wanted = false;   // a reading asked for by begin() or end()
  bool blocked = false;  // given up: its thread has not come back
  std::string problem;
};

}  // namespace

struct Sampler::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Slot> slots;
  int current = -1;    // the slot that is being read
  int generation = 0;  // a reading thread of an older one ends
  bool periodic = false;
  bool closing = false;
  double cpu_seconds = 0;

  Slot* next(Clock::time_point now) {
    for (Slot& slot : slots)
      if (!slot.blocked && slot.wanted) return &slot;
    for (Slot& slot : slots)
      if (!slot.blocked && periodic && slot.period > 0 && slot.due <= now) return &slot;
    return nullptr;
  }

  Clock::time_point wake_up() const {
    Clock::time_point soonest = Clock::now() + std::chrono::hours(1);
    for (const Slot& slot : slots)
      if (!slot.blocked && periodic && slot.period > 0) soonest = std::min(soonest, slot.due);
    return soonest;
  }

  static void read_loop(std::shared_ptr<State> state, int generation) {
    std::unique_lock lock(state->mutex);
    while (!state->closing && generation == state->generation) {
      Slot* slot = state->next(Clock::now());
      if (!slot) {
        state->changed.wait_until(lock, state->wake_up());
        continue;
      }
      state->current = static_cast<int>(slot - state->slots.data());
      CollectorSession& session = *slot->session;
      Series& series = *slot->series;
      lock.unlock();
      const double before = thread_cpu_seconds();
      series.begin_reading();
      const auto done = session.read(series);
      const double used = thread_cpu_seconds() - before;
      lock.lock();
      state->cpu_seconds += used;
      if (generation != state->generation)
        return;  // given up meanwhile; the slot is not ours any more
      state->current = -1;
      if (!done)
        slot->problem =
            done.error().what + (done.error().why.empty() ? "" : ": " + done.error().why);
      slot->wanted = false;
      slot->due = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(slot->period));
      state->changed.notify_all();
    }
  }

  static void start_thread(const std::shared_ptr<State>& state) {
    // Signals are for the thread that measures.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    std::thread(read_loop, state, state->generation).detach();
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
  }
};

Sampler::Sampler(const Root& root, const std::vector<const StatisticsCollector*>& chosen,
                 double interval_scale)
    : state_(std::make_shared<State>()) {
  for (const StatisticsCollector* collector : chosen) {
    auto session = collector->open(root);
    if (!session) {
      unopened_[collector->name] = session.error();
      continue;
    }
    Slot slot;
    slot.collector = collector;
    slot.session = std::move(*session);
    slot.series = std::make_unique<Series>(collector->name);
    slot.period = collector->period_seconds * interval_scale;
    state_->slots.push_back(std::move(slot));
  }
  State::start_thread(state_);
}

Sampler::~Sampler() {
  const std::lock_guard lock(state_->mutex);
  state_->closing = true;
  state_->changed.notify_all();
}

void Sampler::read_all(double patience_seconds) {
  std::unique_lock lock(state_->mutex);
  for (Slot& slot : state_->slots) slot.wanted = !slot.blocked;
  state_->changed.notify_all();
  const auto pending = [&] {
    return std::any_of(state_->slots.begin(), state_->slots.end(),
                       [](const Slot& slot) { return slot.wanted && !slot.blocked; });
  };
  while (pending()) {
    const int reading = state_->current;
    const auto deadline = Clock::now() + std::chrono::duration<double>(patience_seconds);
    // Woken by every reading that ends: the patience is for one collector, not for all.
    if (state_->changed.wait_until(lock, std::chrono::time_point_cast<Clock::duration>(deadline)) ==
            std::cv_status::no_timeout ||
        state_->current < 0 || state_->current != reading)
      continue;
    Slot& stuck = state_->slots[static_cast<size_t>(state_->current)];
    stuck.blocked = true;
    stuck.problem = "it did not answer within " +
                    std::to_string(static_cast<int>(patience_seconds * 1000)) + " ms";
    state_->current = -1;
    ++state_->generation;
    State::start_thread(state_);
  }
}

void Sampler::begin(double patience_seconds) {
  {
    const std::lock_guard lock(state_->mutex);
    for (Slot& slot : state_->slots) {
      if (slot.blocked) continue;  // its series belongs to the stuck thread
      slot.series = std::make_unique<Series>(slot.collector->name);
      slot.problem.clear();
    }
    state_->cpu_seconds = 0;
  }
  read_all(patience_seconds);
  const std::lock_guard lock(state_->mutex);
  state_->periodic = true;
  state_->changed.notify_all();
}

Collected Sampler::end(double patience_seconds) {
  {
    std::unique_lock lock(state_->mutex);
    state_->periodic = false;
  }
  read_all(patience_seconds);
  Collected collected;
  const std::lock_guard lock(state_->mutex);
  for (const auto& [name, error] : unopened_)
    collected.unavailable[name] = error.what + (error.why.empty() ? "" : ": " + error.why);
  for (Slot& slot : state_->slots) {
    if (!slot.blocked) slot.series->reduce(collected.values, collected.lost);
    if (!slot.problem.empty()) collected.unavailable[slot.collector->name] = slot.problem;
  }
  collected.cpu_seconds = state_->cpu_seconds;
  return collected;
}

}  // namespace lodestone
