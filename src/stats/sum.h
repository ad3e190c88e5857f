// SPDX-License-Identifier: GPL-2.0-or-later
// A sum whose rounding errors are carried along (Neumaier 1974).
#pragma once

#include <cmath>

namespace lodestone::stats {

class Sum {
 public:
  void add(double value) {
    const double next = total_ + value;
    lost_ +=
        std::fabs(total_) >= std::fabs(value) ? (total_ - next) + value : (value - next) + total_;
    total_ = next;
  }
  double value() const { return total_ + lost_; }

 private:
  double total_ = 0, lost_ = 0;
};

}  // namespace lodestone::stats
