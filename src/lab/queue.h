// SPDX-License-Identifier: GPL-2.0-or-later
// lodestone lab osq: locks under contention on this machine, with the distance between neighbouring
// hot words and the read of the predecessor's CPU number as the variables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "lab/contrast.h"

namespace lodestone::lab {

struct QueueOptions {
  std::string kind = "osq";  // tas, ticket, mcs, osq, queued
  int threads = 0;           // 0: as many as there are CPUs, at most 8
  int critical = 1;          // changes of the protected count inside
  int parallel = 0;          // pause instructions outside
  double seconds = 4;
  double margin = 0.05;
  std::optional<uint64_t> seed;
  std::vector<int> cpus;
};

struct QueueRow {
  int distance = 0;        // bytes between neighbouring hot words
  bool read_cpu = false;   // osq: the spin loop reads the predecessor's CPU number
  double nanoseconds = 0;  // of one thread's turn: median
  double handover_ns = 0;  // from one thread's leaving to another's entering; 0: none was seen
  double fairness = 0;     // the least turns of a thread over the most, median
  Contrast against_apart;  // time against distance 256, same read_cpu
  Contrast read_effect;    // read_cpu rows: time against the same distance without the read
};

struct Queue {
  QueueOptions options;
  std::vector<int> cpus;
  std::vector<QueueRow> rows;
  uint64_t seed = 0;
  int windows = 0, discarded = 0;
  std::string cpu_model, measured;
  // Not empty: what was seen (more runnable tasks than CPUs, steal) makes every effect undecided.
  std::vector<std::string> cannot_claim;
};

// Errors: usage (unknown kind), unsupported (too few CPUs), not_found, failed.
Result<Queue> measure_queue(const QueueOptions& options);
// The answer in one sentence.
std::string queue_sentence(const Queue& queue);
// lodestone.osq/1
Json queue_json(const Queue& queue);

}  // namespace lodestone::lab
