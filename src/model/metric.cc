// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/metric.h"

#include <array>
#include <utility>

namespace lodestone {
namespace {

constexpr std::array better_names{"higher", "lower", "neutral"};
constexpr std::array kind_names{"time", "rate", "count", "share", "size"};
constexpr std::array basis_names{"sampled", "exact", "summary", "single"};
constexpr std::array verdict_names{"faster", "slower", "better", "worse",     "more",
                                   "less",   "same",   "equal",  "identical", "undecided"};

template <typename Enum, size_t n>
std::optional<Enum> from(const std::array<const char*, n>& names, std::string_view name) {
  for (size_t i = 0; i < n; ++i)
    if (name == names[i]) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace

const char* name_of(Better better) {
  return better_names[static_cast<size_t>(better)];
}
const char* name_of(Kind kind) {
  return kind_names[static_cast<size_t>(kind)];
}
const char* name_of(Basis basis) {
  return basis_names[static_cast<size_t>(basis)];
}
const char* name_of(Verdict verdict) {
  return verdict_names[static_cast<size_t>(verdict)];
}
std::optional<Better> better_from(std::string_view name) {
  return from<Better>(better_names, name);
}
std::optional<Kind> kind_from(std::string_view name) {
  return from<Kind>(kind_names, name);
}
std::optional<Basis> basis_from(std::string_view name) {
  return from<Basis>(basis_names, name);
}
std::optional<Verdict> verdict_from(std::string_view name) {
  return from<Verdict>(verdict_names, name);
}

bool is_of_the_system(std::string_view workload, std::string_view id) {
  if (workload.empty() || id == workload) return false;
  for (const std::string_view own :
       {workload, std::string_view("command"), std::string_view("time")})
    if (id.starts_with(own) && id.substr(own.size()).starts_with('.')) return false;
  return true;
}

Verdict direction_of(const Metric& metric, double change, Basis basis) {
  if (change == 0) return basis == Basis::exact ? Verdict::equal : Verdict::same;
  const bool up = change > 0;
  if (basis == Basis::exact || metric.better == Better::neutral)
    return up ? Verdict::more : Verdict::less;
  const bool good = up == (metric.better == Better::higher);
  if (metric.kind == Kind::time || metric.kind == Kind::rate)
    return good ? Verdict::faster : Verdict::slower;
  return good ? Verdict::better : Verdict::worse;
}

Verdict opposite(Verdict verdict) {
  switch (verdict) {
    case Verdict::faster:
      return Verdict::slower;
    case Verdict::slower:
      return Verdict::faster;
    case Verdict::better:
      return Verdict::worse;
    case Verdict::worse:
      return Verdict::better;
    case Verdict::more:
      return Verdict::less;
    case Verdict::less:
      return Verdict::more;
    default:
      return verdict;
  }
}

bool is_regression(Verdict verdict) {
  return verdict == Verdict::slower || verdict == Verdict::worse;
}
bool is_change(Verdict verdict) {
  return verdict <= Verdict::less;
}

}  // namespace lodestone
