// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/lkp_blocks.h"

#include <algorithm>
#include <set>

#include "formats/lkp_cells.h"

namespace lodestone {
namespace {

LkpBlock place_of(const ComparisonRow& row) {
  LkpBlock place{row.workload, row.mode, row.copies ? std::to_string(*row.copies) : "", {}};
  for (const auto& [name, value] : row.parameters) place.test += "," + name + "=" + value;
  return place;
}

bool same_place(const LkpBlock& a, const LkpBlock& b) {
  return a.test == b.test && a.mode == b.mode && a.tasks == b.tasks;
}

// Of the blocks of that test, the last that a sweep's metric may stand in.
LkpBlock* block_for_sweep(std::vector<LkpBlock>& blocks, const ComparisonRow& row) {
  const LkpBlock place = place_of(row);
  const Name id = row.metric.id;
  const bool processes = id.ends_with(".per_process_ops");
  LkpBlock* found = nullptr;
  int most = 0;
  for (LkpBlock& block : blocks) {
    if (block.test != place.test || block.mode == "sweep") continue;
    if (processes && block.mode == "thread") continue;
    if (id.ends_with(".per_thread_ops") && block.mode != "thread") continue;
    const int tasks = block.rows[0]->copies.value_or(1);
    if (tasks < most) continue;
    most = tasks;
    found = &block;
  }
  return found;
}

}  // namespace

std::vector<LkpBlock> lkp_blocks(const PairComparison& pair) {
  std::vector<const ComparisonRow*> rows;
  std::set<std::string> names;
  for (const ComparisonRow& row : pair.rows)
    if (row.base.center && row.new_.center) {
      rows.push_back(&row);
      names.insert(lkp_name(row));
    }
  if (rows.empty()) return {};
  if (names.size() == rows.size()) return {{"", "", "", std::move(rows)}};

  std::vector<LkpBlock> blocks;
  for (const ComparisonRow* row : rows) {
    if (row->mode == "sweep") continue;
    LkpBlock place = place_of(*row);
    const auto known = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const LkpBlock& b) { return same_place(b, place); });
    LkpBlock& block = known == blocks.end() ? blocks.emplace_back(std::move(place)) : *known;
    block.rows.push_back(row);
  }
  for (const ComparisonRow* row : rows) {
    if (row->mode != "sweep") continue;
    if (LkpBlock* block = block_for_sweep(blocks, *row)) {
      const auto headline = std::find_if(block->rows.begin(), block->rows.end(), [](auto* other) {
        return other->family != Family::headline;
      });
      block->rows.insert(headline, row);
    } else {
      blocks.push_back(place_of(*row));
      blocks.back().rows.push_back(row);
    }
  }
  return blocks;
}

}  // namespace lodestone
