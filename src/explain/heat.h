// SPDX-License-Identifier: GPL-2.0-or-later
// Which functions run, and how much: from profiles and from exact counts.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"

namespace lodestone::explain {

struct Heat {
  std::map<std::string, double, std::less<>> share;  // function -> share of samples, 0 to 1
  std::string source;  // "perf script", "folded stacks", "perf report", "exact counts"; "+"-joined
  bool empty() const { return share.empty(); }
  double of(std::string_view function) const;  // 0 if it does not occur
};

// `perf script` (with or without call graphs: the leaf counts), folded stacks ("a;b;c COUNT"; of
// two counts, the last) or `perf report --stdio`. The kind is told by the content. Errors:
// unreadable when nothing is recognised.
Result<Heat> read_heat(std::string_view text);

// The mean of the shares of several profiles.
Heat merge(const Heat& a, const Heat& b);

}  // namespace lodestone::explain
