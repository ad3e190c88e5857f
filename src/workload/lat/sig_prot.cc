// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a write to a read-only page of a mapped file: fault, SIGSEGV, handler, return, and the
// same instruction again, since the handler repairs nothing. The main number is the whole of it;
// fault_time is that less catching a signal that the process sends to itself, measured in tries
// after the pass, which is what the original prints.
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

#include "workload/support/files.h"
#include "workload/support/tries.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

sigjmp_buf done;
lodestone_task* current;
volatile uint64_t left;
char* page;

void on_fault(int) {
  lodestone_count(current, 1);
  left = left - 1;
  if (left == 0) siglongjmp(done, 1);
}
void on_signal(int) {}

void faults(uint64_t count) {
  left = count;
  if (sigsetjmp(done, 1) == 0) *const_cast<volatile char*>(page) = 1;
}

int setup(lodestone_task* task) {
  const int fd = make_file(task, "prot", 65536);
  if (fd < 0) return -1;
  void* memory = mmap(nullptr, 65536, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (memory == MAP_FAILED) return lodestone_fail(task, "cannot map a file: %m");
  page = static_cast<char*>(memory);
  current = task;
  struct sigaction action = {};
  action.sa_handler = on_fault;
  if (sigaction(SIGSEGV, &action, nullptr) != 0) return lodestone_fail(task, "sigaction: %m");
  action.sa_handler = on_signal;
  return sigaction(SIGUSR1, &action, nullptr);
}

void run(lodestone_task*, uint64_t operations) {
  faults(operations);
}

int verify(lodestone_task* task) {
  if (*page != 0x5a) return lodestone_fail(task, "the write to a read-only page was let through");
  const uint64_t counted = *task->counter;
  const double fault = median_of_tries(1, [] { faults(1000); }) / 1000;
  *task->counter = counted;
  const pid_t self = getpid();
  const double caught = median_of_tries(1000, [self] { kill(self, SIGUSR1); });
  const double send = median_of_tries(1000, [self] { kill(self, 0); });
  lodestone_report(task, "fault_time", (fault - (caught - send)) * 1e-3);
  return 0;
}

void teardown(lodestone_task* task) {
  munmap(page, 65536);
  remove_file(task, "prot");
}

constexpr lodestone_quantity quantities[] = {{"fault_time", "us", LODESTONE_LOWER, "time"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, sig_prot) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/sig_prot",
    .title = "Protection fault",
    .operation = "a write to a read-only page: fault, signal, handler, return",
    .meaning = "protection fault and signal delivery together",
    .counterpart = "lmbench lat_sig prot",
    .exercises = "page-fault signal rt_sigreturn",
    .note = "the whole cost; fault_time is less catching a signal",
    .flags = LODESTONE_PROCESSES | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .quantities = lodestone::quantities,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
