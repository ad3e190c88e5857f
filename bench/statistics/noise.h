// SPDX-License-Identifier: GPL-2.0-or-later
// Seeded noise of the kinds that machines make. A process gives one log value; a session is a
// sequence of processes.
#pragma once

#include <string>
#include <vector>

#include "base/rng.h"

namespace lodestone::bench {

// The last three are not log values with noise: a constant, counts (Poisson, 2500 a process), and
// counts that are mostly zero (seven in ten processes; else Poisson, 5).
enum class Law {
  normal,
  t3,
  lognormal,
  spikes,
  bimodal,
  skewed_new,
  quantised,
  constant,
  counts,
  zero_inflated
};
enum class Course { none, drift, step, sinusoid, ar3, ar8 };

struct Cell {
  Law law = Law::normal;
  Course course = Course::none;
  double position = 0;   // log; what running second costs
  double pair_sd = .01;  // of a pair's log difference, by the law alone
  std::string name() const;
  // Changes are ratios: the effect planted is what the interval should hold.
  bool ratios() const { return law != Law::zero_inflated; }
};

// Noise of one process, its standard deviation pair_sd / sqrt 2 (for heavy laws, of the core).
double draw(Law law, double sd, bool new_side, Rng& rng);

// What time does to every process, whatever its arm. step() once a process.
class Session {
 public:
  Session(Course course, double size, size_t processes, Rng& rng)
      : course_(course), size_(size), processes_(processes), rng_(rng) {}
  double step();

 private:
  Course course_;
  double size_;
  size_t processes_, at_ = 0;
  double state_ = 0;
  Rng& rng_;
};

// What a process shows whose log value is `log_value`: the value itself, or a count with that mean.
double observe(Law law, double log_value, Rng& rng);

// A value as a clock or printer with steps of one half pair_sd would show it.
double quantise(double log_value, double step);

std::vector<Cell> matrix();

}  // namespace lodestone::bench
