// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/lkp_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lodestone {

std::string lkp_name(const ComparisonRow& row) {
  std::string id = row.metric.id;
  if (id.starts_with("scale/")) {
    const size_t dot = id.find('.');
    const std::string quantity = dot == std::string::npos ? id : id.substr(dot + 1);
    // The robot puts the number of tasks before it: will-it-scale.4.processes.
    if (quantity == "rate")
      return fmt::format("will-it-scale.{}{}", row.copies ? fmt::format("{}.", *row.copies) : "",
                         row.mode == "thread" ? "threads" : "processes");
    return "will-it-scale." + quantity;
  }
  std::replace(id.begin(), id.end(), ' ', '_');
  if (id.find('.') == std::string::npos) id = "lodestone." + id;
  return id;
}

std::optional<double> lkp_spread(const SideSummary& side, Basis basis) {
  if (!side.spread_percent) return std::nullopt;
  const bool sampled = basis == Basis::sampled;
  if (!sampled && side.spread_kind == SpreadKind::population_sd) return side.spread_percent;
  if (!sampled && side.spread_kind == SpreadKind::sd && !side.n) return side.spread_percent;
  if (!side.n || *side.n < 2) return std::nullopt;
  const double n = static_cast<double>(*side.n);
  if (!sampled && side.spread_kind == SpreadKind::standard_error)
    return *side.spread_percent * std::sqrt(n - 1);
  return *side.spread_percent * std::sqrt((n - 1) / n);
}

std::string lkp_mean(double value) {
  if (value != 0 && std::abs(value) < 0.1) return fmt::format("{:10.3g}", value);
  if (std::abs(value) < 1000) return fmt::format("{:10.2f}", value);
  if (std::abs(value) > 1e8) return fmt::format("{:10.4g}", value);
  // The robot truncates. What is whole but for the last bits of a mean is whole: 1433.9999999999.
  const double whole = std::round(value);
  if (std::abs(value - whole) <= 1e-9 * std::abs(value)) value = whole;
  return fmt::format("{:10d}", static_cast<long long>(value));
}

std::string lkp_spread_cell(const std::optional<double>& percent) {
  if (!percent || *percent <= 2) return "      ";
  return fmt::format(" ±{:3d}%", static_cast<int>(*percent));
}

bool lkp_difference(const ComparisonRow& row) {
  return row.metric.id.starts_with("perf-profile") || row.metric.id.ends_with('%');
}

bool lkp_tells(const ComparisonRow& row) {
  if (row.family == Family::headline || row.basis == Basis::summary) return true;
  const double base = row.base.center.value_or(0), new_ = row.new_.center.value_or(0);
  if (base == 0 && new_ == 0) return false;
  if (!is_of_the_system(row.workload, row.metric.id)) return true;
  if (lkp_difference(row)) return std::abs(new_ - base) >= 1;
  return !row.change_percent || std::abs(*row.change_percent) > 5;
}

std::string lkp_change(const ComparisonRow& row) {
  const bool difference = lkp_difference(row) || !row.change_percent;
  const double value =
      difference ? row.new_.center.value_or(0) - row.base.center.value_or(0) : *row.change_percent;
  return (std::abs(value) >= 100000 ? fmt::format("{:+10.2g}", value)
                                    : fmt::format("{:+10.1f}", value)) +
         (difference ? "  " : "% ");
}

}  // namespace lodestone
