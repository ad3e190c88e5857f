// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/runner/crew.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

namespace lab {
namespace {

// What the workers share, each part in its own 256 bytes so that it is no part of what is measured.
struct alignas(256) Gate {
  alignas(256) uint32_t round;
  alignas(256) uint32_t arrived;
  alignas(256) uint32_t finished;
  alignas(256) int64_t start_ns;
  int64_t deadline_ns;
  Body body;
  void* argument;
  Measured* out;
  int count;
  bool leave;
};
Gate gate;
pthread_t threads[most_workers];
int crew_size = 0;
int crew_cpus[most_workers];

int64_t clock_ns(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int64_t switches() {
  rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw + usage.ru_nivcsw;
}

void wait_until(const uint32_t* word, uint32_t value) {
  for (unsigned turns = 0; __atomic_load_n(word, __ATOMIC_ACQUIRE) != value;)
    if (++turns >= 2000) sched_yield();  // somebody else has our partner's CPU
}

void pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  sched_setaffinity(0, sizeof set, &set);
}

void take_part(int worker) {
  const int64_t switches_before = switches();
  while (clock_ns(CLOCK_MONOTONIC) < gate.start_ns) {
  }
  Measured measured;
  const int64_t cpu_before = clock_ns(CLOCK_THREAD_CPUTIME_ID);
  const int64_t wall_before = clock_ns(CLOCK_MONOTONIC);
  measured.operations = gate.body(worker, gate.deadline_ns, gate.argument, &measured);
  measured.wall_ns = clock_ns(CLOCK_MONOTONIC) - wall_before;
  measured.cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID) - cpu_before;
  measured.switches = switches() - switches_before;
  gate.out[worker] = measured;
}

void* work(void* argument) {
  const int worker = static_cast<int>(reinterpret_cast<intptr_t>(argument));
  pin(crew_cpus[worker]);
  for (uint32_t round = 1;; ++round) {
    wait_until(&gate.round, round);
    if (gate.leave) return nullptr;
    if (worker < gate.count) {
      __atomic_fetch_add(&gate.arrived, 1u, __ATOMIC_ACQ_REL);
      wait_until(&gate.arrived, static_cast<uint32_t>(gate.count));
      take_part(worker);
    }
    __atomic_fetch_add(&gate.finished, 1u, __ATOMIC_ACQ_REL);
  }
}

}  // namespace

int64_t now_ns() {
  return clock_ns(CLOCK_MONOTONIC);
}

bool start_crew(const int* cpus, int count) {
  crew_size = count;
  for (int i = 0; i < count; ++i) crew_cpus[i] = cpus[i];
  pin(cpus[0]);
  for (int i = 1; i < count; ++i)
    if (pthread_create(&threads[i], nullptr, work,
                       reinterpret_cast<void*>(static_cast<intptr_t>(i))) != 0)
      return false;
  return true;
}

void run_window(int count, int64_t window_ns, Body body, void* argument, Measured* out) {
  gate.body = body;
  gate.argument = argument;
  gate.out = out;
  gate.count = count;
  gate.arrived = 0;
  gate.finished = 0;
  __atomic_fetch_add(&gate.round, 1u, __ATOMIC_ACQ_REL);
  wait_until(&gate.arrived, static_cast<uint32_t>(count - 1));
  gate.start_ns = now_ns() + 3000;
  gate.deadline_ns = gate.start_ns + window_ns;
  __atomic_fetch_add(&gate.arrived, 1u, __ATOMIC_ACQ_REL);
  take_part(0);
  wait_until(&gate.finished, static_cast<uint32_t>(crew_size - 1));
}

void end_crew() {
  gate.leave = true;
  __atomic_fetch_add(&gate.round, 1u, __ATOMIC_ACQ_REL);
  for (int i = 1; i < crew_size; ++i) pthread_join(threads[i], nullptr);
}

}  // namespace lab
