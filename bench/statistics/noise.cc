// SPDX-License-Identifier: GPL-2.0-or-later
#include "noise.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lodestone::bench {

std::string Cell::name() const {
  static const char* laws[] = {"normal",     "t3",        "lognormal", "spikes", "bimodal",
                               "skewed-new", "quantised", "constant",  "counts", "zero-inflated"};
  static const char* courses[] = {"", " drift", " step", " sinusoid", " AR.3", " AR.8"};
  std::string text = std::string(laws[static_cast<int>(law)]) + courses[static_cast<int>(course)];
  if (position != 0) text += " position";
  if (pair_sd != .01) text += fmt::format(" sd{:g}", 100 * pair_sd);
  return text;
}

double draw(Law law, double sd, bool new_side, Rng& rng) {
  switch (law) {
    case Law::normal:
    case Law::quantised:
      return sd * rng.normal();
    case Law::t3: {
      double chi = 0;
      for (int i = 0; i < 3; ++i) {
        double z = rng.normal();
        chi += z * z;
      }
      // Scaled to the spread wanted: the variance of t3 is 3.
      return sd / std::sqrt(3.0) * rng.normal() / std::sqrt(chi / 3);
    }
    case Law::lognormal:
      // Skewed, its variance that of a lognormal of shape .5.
      return sd * (std::exp(.5 * rng.normal()) - std::exp(.125)) / .6039;
    case Law::spikes: {
      double value = sd * rng.normal();
      if (rng.uniform() < .05) value += -.1 * std::log(1 - rng.uniform());
      return value;
    }
    case Law::bimodal:
      return .5 * sd * rng.normal() + (rng.uniform() < .3 ? 2 * sd : 0);
    case Law::constant:
    case Law::counts:
    case Law::zero_inflated:
      return 0;
    case Law::skewed_new:
      // Only one arm has the tail; its median, which the trimmed mean approaches, is what is
      // compared.
      return sd * rng.normal() +
             (new_side && rng.uniform() < .05 ? -.05 * std::log(1 - rng.uniform()) : 0);
  }
  return 0;
}

double Session::step() {
  const double t = static_cast<double>(at_++) / static_cast<double>(processes_);
  switch (course_) {
    case Course::none:
      return 0;
    case Course::drift:
      return 5 * size_ * t;
    case Course::step:
      return t < .4 ? 0 : 3 * size_;
    case Course::sinusoid:
      return 2 * size_ * std::sin(2 * M_PI * 3 * t);
    case Course::ar3:
    case Course::ar8: {
      const double r = course_ == Course::ar3 ? .3 : .8;
      state_ = r * state_ + size_ * std::sqrt(1 - r * r) * rng_.normal();
      return state_;
    }
  }
  return 0;
}

namespace {

double poisson(double mean, Rng& rng) {
  if (mean > 100) return std::max(0.0, std::round(mean + std::sqrt(mean) * rng.normal()));
  double product = rng.uniform();
  int count = 0;
  for (const double limit = std::exp(-mean); product > limit; ++count) product *= rng.uniform();
  return count;
}

}  // namespace

double observe(Law law, double log_value, Rng& rng) {
  const double value = std::exp(log_value);
  switch (law) {
    case Law::constant:
      return 12.5 * value;
    case Law::counts:
      return poisson(2500 * value, rng);
    case Law::zero_inflated:
      return rng.uniform() < .7 ? 0 : poisson(5 * value, rng);
    default:
      return value;
  }
}

double quantise(double log_value, double step) {
  return std::log(std::round(std::exp(log_value) / step) * step);
}

std::vector<Cell> matrix() {
  std::vector<Cell> cells;
  for (Law law : {Law::normal, Law::t3, Law::lognormal, Law::spikes, Law::bimodal, Law::skewed_new,
                  Law::quantised, Law::constant, Law::counts, Law::zero_inflated})
    cells.push_back({law});
  for (Course course : {Course::drift, Course::step, Course::sinusoid, Course::ar3, Course::ar8})
    cells.push_back({Law::normal, course});
  for (Law law : {Law::normal, Law::spikes, Law::bimodal})
    cells.push_back({law, Course::none, .02});
  cells.push_back({Law::normal, Course::ar8, .02});
  cells.push_back({Law::normal, Course::none, 0, .02});
  cells.push_back({Law::bimodal, Course::none, 0, .02});
  cells.push_back({Law::normal, Course::none, 0, .05});
  // With correlated neighbours besides, the pairs differ by 1.55 times this.
  cells.push_back({Law::normal, Course::ar3, 0, .00645});
  return cells;
}

}  // namespace lodestone::bench
