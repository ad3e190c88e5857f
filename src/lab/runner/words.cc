// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/runner/words.h"

namespace lab {
namespace {

// Long enough that the clock call between chunks is under 2 %, short enough to end near the
// deadline.
constexpr int chunk = 4096;

template <typename Access>
uint64_t until(int64_t deadline_ns, Access access) {
  uint64_t operations = 0;
  do {
    for (int i = 0; i < chunk; ++i) access();
    operations += chunk;
  } while (now_ns() < deadline_ns);
  return operations;
}

}  // namespace

uint64_t words_body(int worker, int64_t deadline_ns, void* argument, Measured*) {
  const Words& words = *static_cast<const Words*>(argument);
  volatile uint32_t* word =
      reinterpret_cast<volatile uint32_t*>(words.arena + words.offset[worker]);
  switch (words.mix) {
    case 0:
      return until(deadline_ns, [word] { *word = *word + 1; });
    case 1:
      return until(deadline_ns, [word] {
        __atomic_fetch_add(const_cast<uint32_t*>(word), 1u, __ATOMIC_SEQ_CST);
      });
    case 3: {
      uint32_t* wanted = reinterpret_cast<uint32_t*>(words.arena + words.offset[0]);
      volatile uint32_t* own = reinterpret_cast<volatile uint32_t*>(words.arena + words.offset[1]);
      if (worker == 0)
        return until(deadline_ns, [wanted, own] {
          __atomic_fetch_add(wanted, 1u, __ATOMIC_SEQ_CST);
          *own = *own + 1;
        });
      return until(deadline_ns, [wanted] { __atomic_fetch_add(wanted, 1u, __ATOMIC_SEQ_CST); });
    }
    default:
      if (worker == 0) return until(deadline_ns, [word] { *word = *word + 1; });
      return until(deadline_ns, [word] { (void)*word; });
  }
}

}  // namespace lab
