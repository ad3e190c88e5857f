// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include "base/text.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_decomposition {
namespace {

const Quantity* find(const Analysis& a, std::initializer_list<std::string_view> names) {
  for (const Quantity& quantity : a.request.quantities)
    for (const std::string_view name : names)
      if ((equal_ignore_case(quantity.name, name) ||
           to_lower(quantity.name).ends_with("." + std::string(name))) &&
          quantity.base > 0 && quantity.next > 0)
        return &quantity;
  return nullptr;
}

double change(double base, double next) {
  return 100 * (next / base - 1);
}

// Cycles are instructions times cycles per instruction: exact, not a model.
void apply(const Analysis& a, Explanation& e) {
  const Quantity* cycles = find(a, {"cycles", "CPU cycles", "cpu-cycles"});
  const Quantity* instructions = find(a, {"instructions"});
  if (cycles && instructions) {
    const double before = cycles->base / instructions->base,
                 after = cycles->next / instructions->next;
    e.notes.push_back(fmt::format(
        "{:+.2f} % cycles are {:+.2f} % instructions times {:+.1f} % cycles per instruction "
        "({:.3f} -> {:.3f})",
        change(cycles->base, cycles->next), change(instructions->base, instructions->next),
        change(before, after), before, after));
    const double path = change(instructions->base, instructions->next);
    if (path > 1 && change(before, after) < 0)
      e.notes.push_back(
          "the added instructions are cheap ones: each takes less time than the rest "
          "did on average");
  }
  const Quantity* branches = find(a, {"branches", "branch-instructions"});
  const Quantity* misses = find(a, {"branch-misses", "branch misses"});
  if (branches && misses)
    e.notes.push_back(fmt::format("branch misses per branch went from {:.2f} to {:.2f} %",
                                  100 * misses->base / branches->base,
                                  100 * misses->next / branches->next));
  const Quantity* references = find(a, {"cache-references", "cache references"});
  const Quantity* cache = find(a, {"cache-misses", "cache misses"});
  if (references && cache)
    e.notes.push_back(fmt::format("cache misses per reference went from {:.2f} to {:.2f} %",
                                  100 * cache->base / references->base,
                                  100 * cache->next / references->next));
}

}  // namespace

extern const Rule rule_decomposition{
    "decomposition", "counters split a change of cycles into path length and cost per instruction",
    apply};

}  // namespace lodestone::explain::rule_decomposition
