// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/displacement.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace lodestone::explain {

std::string_view name_of(Cause cause) {
  switch (cause) {
    case Cause::inserted:
      return "inserted";
    case Cause::removed:
      return "removed";
    case Cause::grew:
      return "grew";
    case Cause::shrank:
      return "shrank";
    case Cause::misprint:
      return "misprint";
    case Cause::start:
      return "start";
    case Cause::realigned:
      break;
  }
  return "realigned";
}

namespace {

// Marks the pairs of one longest increasing subsequence of base indices (patience sorting).
std::vector<bool> in_order(const std::vector<Pair>& pairs) {
  std::vector<uint32_t> tails;  // pair index that ends a chain of length k+1
  std::vector<int64_t> previous(pairs.size(), -1);
  for (uint32_t i = 0; i < pairs.size(); ++i) {
    const auto at =
        std::lower_bound(tails.begin(), tails.end(), pairs[i].base,
                         [&](uint32_t t, uint32_t base) { return pairs[t].base < base; });
    if (at != tails.begin()) previous[i] = *(at - 1);
    if (at == tails.end())
      tails.push_back(i);
    else
      *at = i;
  }
  std::vector<bool> kept(pairs.size(), false);
  for (int64_t i = tails.empty() ? -1 : static_cast<int64_t>(tails.back()); i >= 0; i = previous[i])
    kept[i] = true;
  return kept;
}

// Exactly one hexadecimal digit differs between what the neighbours' distance predicts and what is
// printed, above the third digit: a slip of the pen keeps the low digits.
bool one_digit(int64_t shift) {
  uint64_t magnitude = static_cast<uint64_t>(std::llabs(shift));
  if (magnitude < 0x1000) return false;
  while ((magnitude & 15) == 0) magnitude >>= 4;
  return magnitude < 16;
}

}  // namespace

Displacements displacements_of(const Entities& base, const Entities& next,
                               const SectionMatching& matching, bool excerpt) {
  Displacements result;
  result.section = matching.section;
  const std::vector<Entity>& old_side = base.in(matching.section);
  const std::vector<Entity>& new_side = next.in(matching.section);
  const std::vector<Pair>& pairs = matching.pairs;
  result.of_pair.resize(pairs.size());
  for (size_t i = 0; i < pairs.size(); ++i) {
    result.of_pair[i] =
        static_cast<int64_t>(new_side[pairs[i].next].offset - old_side[pairs[i].base].offset);
    result.moved += result.of_pair[i] != 0;
  }
  const std::vector<bool> kept = in_order(pairs);
  const auto kept_count = std::count(kept.begin(), kept.end(), true);
  if (!pairs.empty())
    result.ordered_share = static_cast<double>(kept_count) / static_cast<double>(pairs.size());

  int64_t current = 0;
  int32_t before = -1;
  size_t added_at = 0, removed_at = 0;
  for (uint32_t i = 0; i < pairs.size(); ++i) {
    if (!kept[i]) continue;
    const bool first = before < 0;
    if (result.of_pair[i] != current || first) {
      if (result.of_pair[i] != current) {
        Boundary boundary;
        boundary.shift = result.of_pair[i] - current;
        boundary.before = before;
        boundary.after = i;
        const uint32_t low_next = first ? 0 : pairs[before].next;
        const uint32_t low_base = first ? 0 : pairs[before].base;
        while (added_at < matching.added.size() && matching.added[added_at] < low_next) ++added_at;
        for (size_t k = added_at; k < matching.added.size() && matching.added[k] < pairs[i].next;
             ++k)
          boundary.added.push_back(matching.added[k]);
        while (removed_at < matching.removed.size() && matching.removed[removed_at] < low_base)
          ++removed_at;
        for (size_t k = removed_at;
             k < matching.removed.size() && matching.removed[k] < pairs[i].base; ++k)
          boundary.removed.push_back(matching.removed[k]);
        int64_t growth = 0;
        if (!first)
          growth = static_cast<int64_t>(new_side[pairs[before].next].size -
                                        old_side[pairs[before].base].size);
        boundary.size_change = growth;
        if (!boundary.added.empty() && (boundary.shift > 0 || boundary.removed.empty()))
          boundary.cause = Cause::inserted;
        else if (!boundary.removed.empty())
          boundary.cause = Cause::removed;
        else if (excerpt && !first && one_digit(boundary.shift))
          boundary.cause = Cause::misprint;
        else if (excerpt && first)
          boundary.cause = Cause::start;
        // Without exact sizes a grown entity and grown padding look alike; padding never reaches a
        // cache line unless an alignment of a line or more is in play.
        else if (growth != 0 && base.exact_sizes && next.exact_sizes)
          boundary.cause = growth > 0 ? Cause::grew : Cause::shrank;
        else if (growth != 0 && !base.exact_sizes && matching.section == SectionClass::text)
          boundary.cause = growth > 0 ? Cause::grew : Cause::shrank;
        result.boundaries.push_back(std::move(boundary));
        result.run_boundary.push_back(static_cast<int32_t>(result.boundaries.size()) - 1);
      } else {
        result.run_boundary.push_back(-1);
      }
      current = result.of_pair[i];
      result.runs.push_back({i, i, current});
    }
    result.runs.back().last = i;
    before = static_cast<int32_t>(i);
  }
  // Padding before an insertion of the same object file.
  for (size_t b = 0; b < result.boundaries.size(); ++b) {
    if (result.boundaries[b].cause != Cause::realigned) continue;
    for (size_t k = b + 1; k < result.boundaries.size(); ++k) {
      if (result.boundaries[k].after - result.boundaries[b].after > 12) break;
      if (result.boundaries[k].cause != Cause::realigned) {
        result.boundaries[b].explained_by = static_cast<int32_t>(k);
        break;
      }
    }
  }
  return result;
}

namespace {

int32_t root_of(const Displacements& displacements, uint32_t pair, bool padding) {
  if (displacements.of_pair[pair] == 0 || displacements.link_order_changed()) return -1;
  const auto run =
      std::upper_bound(displacements.runs.begin(), displacements.runs.end(), pair,
                       [](uint32_t p, const Displacements::Run& r) { return p < r.first; });
  if (run == displacements.runs.begin()) return -1;
  auto index = static_cast<size_t>(run - displacements.runs.begin()) - 1;
  if (displacements.runs[index].displacement != displacements.of_pair[pair]) return -1;
  int32_t best = -1;
  for (;; --index) {
    if (displacements.runs[index].displacement == 0) break;
    const int32_t b = displacements.run_boundary[index];
    if (b >= 0) {
      const Boundary& boundary = displacements.boundaries[b];
      int32_t candidate = b;
      if (boundary.cause == Cause::realigned && (!padding || boundary.explained_by >= 0))
        candidate = boundary.explained_by;
      if (candidate >= 0 && (best < 0 || std::llabs(displacements.boundaries[candidate].shift) >
                                             std::llabs(displacements.boundaries[best].shift)))
        best = candidate;
    }
    if (index == 0) break;
  }
  return best;
}

}  // namespace

int32_t root_mover(const Displacements& displacements, uint32_t pair) {
  return root_of(displacements, pair, false);
}

int32_t root_padding(const Displacements& displacements, uint32_t pair) {
  return root_of(displacements, pair, true);
}

namespace {

std::string list_of(const std::vector<uint32_t>& indices, const std::vector<Entity>& side,
                    bool sizes) {
  std::string text;
  for (size_t k = 0; k < indices.size() && k < 3; ++k) {
    if (k) text += k + 1 == indices.size() ? " and " : ", ";
    text += side[indices[k]].name;
    if (sizes) text += fmt::format(" ({} bytes)", side[indices[k]].size);
  }
  if (indices.size() > 3) text += fmt::format(" and {} more", indices.size() - 3);
  return text;
}

}  // namespace

std::string describe_mover(const Boundary& boundary, const Entities& base, const Entities& next,
                           const SectionMatching& matching) {
  const std::vector<Entity>& old_side = base.in(matching.section);
  const std::vector<Entity>& new_side = next.in(matching.section);
  const std::string_view kind = matching.section == SectionClass::percpu ? "per-CPU variable"
                                : matching.section == SectionClass::text ? "function"
                                                                         : "variable";
  const std::string_view before =
      boundary.before >= 0 ? new_side[matching.pairs[boundary.before].next].name : "";
  const std::string_view after = new_side[matching.pairs[boundary.after].next].name;
  switch (boundary.cause) {
    case Cause::inserted:
      return fmt::format("the new {}{} {}", kind, boundary.added.size() > 1 ? "s" : "",
                         list_of(boundary.added, new_side, next.exact_sizes));
    case Cause::removed:
      return fmt::format("the removed {}{} {}", kind, boundary.removed.size() > 1 ? "s" : "",
                         list_of(boundary.removed, old_side, base.exact_sizes));
    case Cause::grew:
      return fmt::format("{} grown by {} bytes", before, boundary.size_change);
    case Cause::shrank:
      return fmt::format("{} shrunk by {} bytes", before, -boundary.size_change);
    case Cause::misprint:
      return fmt::format("a jump of {:#x} before {} that looks misprinted",
                         std::llabs(boundary.shift), after);
    case Cause::start:
      return fmt::format("something before {} that the excerpts do not show", after);
    case Cause::realigned:
      break;
  }
  return fmt::format("changed padding before {}", after);
}

}  // namespace lodestone::explain
