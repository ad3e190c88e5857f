// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/quantum.h"

#include <cmath>
#include <string>

#include "base/text.h"
#include "stats/sample.h"

namespace lodestone::stats {

double last_place(double value) {
  std::string text = shortest(std::fabs(value));
  int exponent = 0;
  if (size_t e = text.find('e'); e != std::string::npos) {
    exponent =
        static_cast<int>(parse_integer(text.substr(e + 1 + (text[e + 1] == '+'))).value_or(0));
    text.resize(e);
  }
  if (size_t dot = text.find('.'); dot != std::string::npos)
    exponent -= static_cast<int>(text.size() - dot - 1);
  return std::pow(10.0, exponent);
}

Resolution resolution_of(std::span<const double> values) {
  Resolution result;
  if (values.size() < 2) return result;
  auto ordered = sorted(values);
  size_t distinct = 1;
  for (size_t i = 1; i < ordered.size(); ++i) {
    double step = ordered[i] - ordered[i - 1];
    if (!(step > 0)) continue;
    ++distinct;
    if (result.quantum == 0 || step < result.quantum) result.quantum = step;
  }
  double ties = 1 - static_cast<double>(distinct) / static_cast<double>(ordered.size());
  result.constant = distinct == 1;
  result.coarse = result.constant || ties > .2 || (ordered.size() >= 20 && distinct < 10);
  if (result.constant) result.quantum = last_place(ordered.front());
  return result;
}

}  // namespace lodestone::stats
