// SPDX-License-Identifier: GPL-2.0-or-later
// How many pairs and seconds a change of a given size takes, from noise that `calibrate` stored.
#pragma once

#include "measure/interleave/calibration.h"

namespace lodestone {

struct PowerAims {
  double effect = .01;  // fractions
  double margin = .01;
  double power = .9;
  double alpha = .05;
};

struct PowerPlan {
  double pair_sd = 0;       // log; as used: trimming and correlation of pairs included
  int find = 0, prove = 0;  // pairs, whole blocks; 0: no number would do
  double find_seconds = 0, prove_seconds = 0;
};

// For a fixed number of pairs, at least eight.
PowerPlan plan_power(const WorkloadNoise& noise, const PowerAims& aims);

}  // namespace lodestone
