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

// Of one CPU, for a collector between the first and the last reading.
constexpr double largest_share = 1.5e-3;

}  // namespace

struct Sampler::State {
  struct Slot {
    Slot(const StatisticsCollector& c, CollectorInput where)
        : collector(&c), here(std::move(where)), period(c.period_seconds) {}
    const StatisticsCollector* collector;
    CollectorInput here;
    std::unique_ptr<CollectorSession> session;  // none: it cannot be opened, or is not yet
    std::unique_ptr<Series> series;
    double period = 0;
    Clock::time_point due;
    bool wanted = false;   // opening it, or a reading, is asked for
    bool blocked = false;  // given up: its thread has not come back
    bool begun = false;    // in this pass
    bool useless = false;  // in this pass: it could not begin
    std::optional<Error> problem;
  };

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Slot> slots;
  int current = -1;    // the slot that is being read
  int generation = 0;  // a reading thread of an older one ends
  bool periodic = false;
  bool ending = false;  // the reading asked for is the last of the pass
  bool closing = false;
  pid_t pid = 0;
  double cpu_seconds = 0;

  static bool is_periodic(const Slot& slot) {
    return slot.session && !slot.blocked && slot.period > 0;
  }

  Slot* next(Clock::time_point now) {
    for (Slot& slot : slots)
      if (!slot.blocked && slot.wanted) return &slot;
    for (Slot& slot : slots)
      if (periodic && is_periodic(slot) && slot.due <= now) return &slot;
    return nullptr;
  }

  Clock::time_point wake_up() const {
    Clock::time_point soonest = Clock::now() + std::chrono::hours(1);
    for (const Slot& slot : slots)
      if (periodic && is_periodic(slot)) soonest = std::min(soonest, slot.due);
    return soonest;
  }

  static void work(std::shared_ptr<State> state, int generation) {
    std::unique_lock lock(state->mutex);
    while (!state->closing && generation == state->generation) {
      Slot* slot = state->next(Clock::now());
      if (!slot) {
        state->changed.wait_until(lock, state->wake_up());
        continue;
      }
      state->current = static_cast<int>(slot - state->slots.data());
      const bool asked = slot->wanted;  // else a reading may be asked for while this one goes on
      // Whoever was given up meanwhile has no slot any more.
      const bool ours = slot->session ? state->read(*slot, lock, generation)
                                      : state->open(*slot, lock, generation);
      if (!ours) return;
      state->current = -1;
      if (asked) slot->wanted = false;
      state->changed.notify_all();
    }
  }

  bool open(Slot& slot, std::unique_lock<std::mutex>& lock, int ours) {
    const StatisticsCollector& collector = *slot.collector;
    const CollectorInput here = slot.here;
    lock.unlock();
    auto session = collector.open(here);
    lock.lock();
    if (generation != ours) return false;
    if (session)
      slot.session = *std::move(session);
    else
      slot.problem = session.error();
    return true;
  }

  bool read(Slot& slot, std::unique_lock<std::mutex>& lock, int ours) {
    CollectorSession& session = *slot.session;
    Series& series = *slot.series;
    const bool first = !slot.begun, last = ending;
    bool useless = slot.useless;
    const pid_t process = pid;
    lock.unlock();
    const double before = thread_cpu_seconds();
    Result<void> done;
    if (first) {
      done = session.begin(process);
      useless = !done;
    }
    const double begun = thread_cpu_seconds();
    if (!useless) {
      series.begin_reading();
      done = session.read(series);
    }
    const double of_reading = thread_cpu_seconds() - begun;
    std::optional<Error> shortfall;
    if (last) {
      session.end();
      shortfall = session.shortfall();
    }
    const double used = thread_cpu_seconds() - before;
    lock.lock();
    cpu_seconds += used;
    if (generation != ours) return false;
    slot.begun = true;
    slot.useless = useless;
    if (!done)
      slot.problem = done.error();
    else if (shortfall && !slot.problem)
      slot.problem = std::move(shortfall);
    // The first reading of a pass is a cold one, which says little of the next.
    const double wait = first ? slot.period : std::max(slot.period, of_reading / largest_share);
    slot.due = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(wait));
    return true;
  }

  static void start_thread(const std::shared_ptr<State>& state) {
    // Signals are for the thread that measures.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    std::thread(work, state, state->generation).detach();
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
  }
};

Sampler::Sampler(const CollectorInput& here, const std::vector<ChosenCollector>& chosen,
                 double patience_seconds)
    : state_(std::make_shared<State>()) {
  for (const auto& [collector, choice] : chosen) {
    CollectorInput input = here;
    input.choice = choice;
    state_->slots.emplace_back(*collector, std::move(input));
  }
  State::start_thread(state_);
  ask_all(patience_seconds);
  const std::lock_guard lock(state_->mutex);
  for (auto& slot : state_->slots) {
    if (slot.session) continue;
    unopened_[slot.collector->name] = slot.problem.value_or(Error{});
    slot.blocked = true;
  }
}

Sampler::~Sampler() {
  const std::lock_guard lock(state_->mutex);
  state_->closing = true;
  state_->changed.notify_all();
}

void Sampler::ask_all(double patience_seconds) {
  std::unique_lock lock(state_->mutex);
  for (auto& slot : state_->slots) slot.wanted = !slot.blocked;
  state_->changed.notify_all();
  const auto pending = [&] {
    return std::any_of(state_->slots.begin(), state_->slots.end(),
                       [](const auto& slot) { return slot.wanted && !slot.blocked; });
  };
  while (pending()) {
    const int reading = state_->current;
    const auto deadline = Clock::now() + std::chrono::duration<double>(patience_seconds);
    // Woken by every reading that ends: the patience is for one collector, not for all.
    if (state_->changed.wait_until(lock, std::chrono::time_point_cast<Clock::duration>(deadline)) ==
            std::cv_status::no_timeout ||
        state_->current < 0 || state_->current != reading)
      continue;
    auto& stuck = state_->slots[static_cast<size_t>(state_->current)];
    stuck.blocked = true;
    stuck.problem = Error{ErrorCode::failed,
                          "it did not answer within " +
                              std::to_string(static_cast<int>(patience_seconds * 1000)) + " ms",
                          "", ""};
    state_->current = -1;
    ++state_->generation;
    State::start_thread(state_);
  }
}

void Sampler::begin(pid_t pid, double patience_seconds) {
  {
    const std::lock_guard lock(state_->mutex);
    for (auto& slot : state_->slots) {
      if (slot.blocked) continue;  // its series belongs to a stuck thread
      slot.series = std::make_unique<Series>(slot.collector->name);
      slot.problem.reset();
      slot.begun = slot.useless = false;
    }
    state_->cpu_seconds = 0;
    state_->pid = pid;
    state_->ending = false;
  }
  ask_all(patience_seconds);
  const std::lock_guard lock(state_->mutex);
  state_->periodic = true;
  state_->changed.notify_all();
}

Collected Sampler::end(double patience_seconds) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->periodic = false;
    state_->ending = true;
  }
  ask_all(patience_seconds);
  Collected collected;
  const std::lock_guard lock(state_->mutex);
  collected.unavailable = unopened_;
  for (auto& slot : state_->slots) {
    if (!slot.blocked && slot.series) slot.series->reduce(collected.values, collected.lost);
    if (slot.problem) collected.unavailable[slot.collector->name] = *slot.problem;
  }
  collected.cpu_seconds = state_->cpu_seconds;
  return collected;
}

}  // namespace lodestone
