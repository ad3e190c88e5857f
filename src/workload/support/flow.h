// SPDX-License-Identifier: GPL-2.0-or-later
// A process that writes pieces for ever, and the task that reads them.
#pragma once

#include "workload/support/partner.h"

namespace lodestone {

struct Flow {
  int in, out;
  size_t piece;
  char* buffer;
  pid_t writer;
};

inline int start_flow(lodestone_task* task, int in, int out, long long piece) {
  auto* flow = static_cast<Flow*>(calloc(1, sizeof(Flow)));
  if (flow == nullptr || piece < 1 || piece > (1 << 30))
    return lodestone_fail(task, "a piece must be 1 byte to 1 GiB");
  flow->in = in;
  flow->out = out;
  flow->piece = static_cast<size_t>(piece);
  flow->buffer = static_cast<char*>(calloc(1, flow->piece));
  if (flow->buffer == nullptr) return lodestone_fail(task, "no memory");
  flow->writer = start_partner(task, [flow] {
    close(flow->in);
    while (write_fully(flow->out, flow->buffer, flow->piece)) {
    }
  });
  if (flow->writer < 0) return lodestone_fail(task, "cannot start the writer: %m");
  close(out);  // if the writer dies, the stream ends
  task->state = flow;
  return 0;
}

inline void run_flow(lodestone_task* task, uint64_t operations) {
  auto* flow = static_cast<Flow*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    if (!read_fully(flow->in, flow->buffer, flow->piece))
      return static_cast<void>(lodestone_fail(task, "the writer ended early"));
    lodestone_count(task, 1);
  }
}

inline void end_flow(lodestone_task* task) {
  auto* flow = static_cast<Flow*>(task->state);
  end_partner(flow->writer);
  close(flow->in);
  free(flow->buffer);
  free(flow);
}

}  // namespace lodestone
