// SPDX-License-Identifier: GPL-2.0-or-later
// A metric: a named quantity with unit, direction and kind. The direction is stored with it and
// never guessed from a name at the place where it is shown (docs/design.md, section 2).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/name.h"

namespace lodestone {

enum class Better : uint8_t { higher, lower, neutral };
enum class Kind : uint8_t { time, rate, count, share, size };

// Where numbers come from: samples of ours, exact counts, published mean and spread, or one value a
// side.
enum class Basis : uint8_t { sampled, exact, summary, single };

// The words of a verdict; the same words name a direction, where `same` or `equal` mean that
// nothing moved.
enum class Verdict : uint8_t {
  faster,
  slower,
  better,
  worse,
  more,
  less,
  same,
  equal,
  identical,
  undecided
};

struct Metric {
  Name id;     // WORKLOAD.QUANTITY, or LKP's name for a collector's metric
  Name title;  // as printed in a report or by the tool that measured; may be empty
  Name unit;   // "lps", "ns", "MB/s"; empty for plain counts
  Better better = Better::neutral;
  Kind kind = Kind::count;
};

// What a published spread is: a standard deviation (divided by n - 1 or by n) or the mean's
// standard error.
enum class SpreadKind : uint8_t { sd, population_sd, standard_error };
const char* name_of(SpreadKind kind);
std::optional<SpreadKind> spread_kind_from(std::string_view name);

const char* name_of(Better better);
const char* name_of(Kind kind);
const char* name_of(Basis basis);
const char* name_of(Verdict verdict);
std::optional<Better> better_from(std::string_view name);
std::optional<Kind> kind_from(std::string_view name);
std::optional<Basis> basis_from(std::string_view name);
std::optional<Verdict> verdict_from(std::string_view name);

// Whether the metric of that id, beside a workload of that name, is a statistic of the whole
// system, as collectors read them, and not one of the workload's own tasks ("time." and "command."
// are). Without a workload there is nothing beside which it could stand.
bool is_of_the_system(std::string_view workload, std::string_view id);

// What a change of the metric's value by `change` (new - base, any scale) means: faster or slower
// for times and rates, better or worse for other metrics with a direction, more or less for neutral
// ones and for exact counts; `same` (exact: `equal`) for 0.
Verdict direction_of(const Metric& metric, double change, Basis basis);
// The opposite word; same, equal, identical and undecided are their own.
Verdict opposite(Verdict verdict);
// True for slower and worse.
bool is_regression(Verdict verdict);
// True for faster, slower, better, worse, more, less.
bool is_change(Verdict verdict);

}  // namespace lodestone
