// SPDX-License-Identifier: GPL-2.0-or-later
// `ab`'s own decision on stretches of a recording that do not overlap, and other rules on the same
// processes.
#pragma once

#include "recording.h"
#include "stats/bounds.h"

namespace lodestone::bench {

struct Count {
  int verdicts = 0, changes = 0, same = 0, same_within = 0, slower = 0;
  double seconds = 0, pairs = 0;  // of all verdicts together

  void add(const Count& other);
};

// Stretches one after another, each starting where the one before stopped, at most as many pairs as
// the looks plan.
// Where the recording ends before an answer, that stretch counts neither way. `same_within` counts
// proofs of no change in at most 10 s of measuring.
Count replay(const std::vector<RecordedPair>& pairs, const stats::Looks& looks);

// Equal arms with the coin of every block of two pairs thrown anew, `draws` times: what the
// decision errs on this machine's noise, free of the one order that was measured. Labels mean
// nothing where the arms are equal, so each order was as likely. The draws share their processes:
// no limits can be computed from their number.
Count relabelled(const std::vector<RecordedPair>& pairs, const stats::Looks& looks, int draws,
                 uint64_t seed);

// The planted change as all pairs together show it: trimmed mean by order, with its 95 % interval.
struct Shown {
  double percent = 0, low = 0, high = 0;
};
Shown shown_effect(const std::vector<RecordedPair>& pairs);

struct Rivals {
  int trials = 0, welch = 0, u_blocks = 0, lkp = 0;  // arms one after the other, 10 a side
  int processes = 0, u_process = 0;                  // one process a side
};
void add_rivals(const std::vector<RecordedPair>& pairs, Rivals& rivals);

// Everything about one recording as Markdown tables.
std::string report_of(const Recording& recording);

}  // namespace lodestone::bench
