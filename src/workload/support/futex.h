// SPDX-License-Identifier: GPL-2.0-or-later
// futex(2) by its number: the C library has no function for it.
#pragma once

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workload/support/partner.h"
#include "workload/support/tries.h"

namespace lodestone {

inline long futex(uint32_t* word, int operation, uint32_t value, uint64_t second_value = 0,
                  uint32_t* second = nullptr, uint32_t third_value = 0) {
  return syscall(SYS_futex, word, operation, value, second_value, second, third_value);
}

// Waiting for somebody who has lost his CPU: gives ours away, and up after ten seconds or when a
// partner has died.
struct Patience {
  double start = 0;
  bool wait() {
    if (start == 0) start = now_in_ns();
    sched_yield();
    return now_in_ns() - start < 1e10 && partner_lost == 0;
  }
};

}  // namespace lodestone
