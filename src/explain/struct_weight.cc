// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/struct_weight.h"

#include <algorithm>
#include <map>

#include "explain/contended_members.h"

namespace lodestone::explain {

void weigh_structs(Analysis& a) {
  std::vector<StructChange>& structs = a.structs.changed;
  std::map<std::pair<int64_t, int64_t>, std::vector<uint32_t>> moves;
  for (uint32_t i = 0; i < structs.size(); ++i)
    for (const MovedMember& member : structs[i].moved) {
      auto& owners = moves[{static_cast<int64_t>(member.base_offset),
                            static_cast<int64_t>(member.next_offset)}];
      if (owners.empty() || owners.back() != i) owners.push_back(i);
    }
  std::vector<double> votes(structs.size(), 0);
  for (const FunctionChange& change : a.code.changed) {
    if (change.offsets.empty()) continue;
    double worth = a.request.heat.empty() ? 0.01 : a.heat_of(change.name);
    if (a.request.heat.empty() && a.hot_by(change.name) == HotBy::everything) worth = 0.2;
    if (a.request.heat.empty() && a.hot_by(change.name) == HotBy::workload) worth = 1;
    // Offsets of one function that fit one struct more often than another tell which it is.
    std::map<uint32_t, double> fits;
    for (const OffsetChange& offset : change.offsets) {
      const auto found = moves.find({offset.base, offset.next});
      if (found == moves.end()) continue;
      for (const uint32_t owner : found->second)
        fits[owner] += 1.0 / static_cast<double>(found->second.size());
    }
    double best = 0;
    size_t ties = 0;
    for (const auto& [owner, fit] : fits) {
      ties = fit > best ? 1 : ties + (fit == best);
      best = std::max(best, fit);
    }
    // An offset that fits many structs says little about each.
    for (const auto& [owner, fit] : fits) {
      if (fit < best) continue;
      votes[owner] += worth * std::min(1.0, fit) / static_cast<double>(ties);
      if (structs[owner].used_by.size() < 8 && worth > 0.01 && ties < 4)
        structs[owner].used_by.push_back(change.name);
    }
  }
  double most = 1;
  for (const double vote : votes) most = std::max(most, vote);
  for (uint32_t i = 0; i < structs.size(); ++i) {
    double weight = votes[i] / most;
    for (const MemberPair& pair : structs[i].pairs)
      weight = std::max(weight, pair.written ? 0.5 : 0.2);
    // Structs that every path uses are worth a look before drivers' ones.
    if (has_contended(structs[i].name)) weight = std::max(weight, 0.3);
    structs[i].weight = weight;
  }
  std::stable_sort(
      structs.begin(), structs.end(),
      [](const StructChange& x, const StructChange& y) { return x.weight > y.weight; });
}

}  // namespace lodestone::explain
