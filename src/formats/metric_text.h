// SPDX-License-Identifier: GPL-2.0-or-later
// OpenMetrics 1.0 text: families of gauges with labels, closed by "# EOF".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lodestone {

using MetricLabels = std::vector<std::pair<std::string, std::string>>;  // empty values are left out

class MetricText {
 public:
  // All samples of a family follow its head; families without samples are not written. `type`:
  // "gauge" or "info".
  void family(std::string name, std::string_view type, std::string_view help);
  void sample(const MetricLabels& labels, double value);
  // The whole text.
  std::string finish();

 private:
  std::string out_, head_, name_;
};

}  // namespace lodestone
