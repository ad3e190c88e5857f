// SPDX-License-Identifier: GPL-2.0-or-later
// The distribution of one count over the operations of a workload, phase by phase (docs/exact.md,
// "One number").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lodestone::exact {

class Distribution {
 public:
  void add(unsigned phase, uint64_t value, uint64_t times);

  bool all_zero() const { return all_.empty() || all_.rbegin()->first == 0; }
  bool empty() const { return operations_ == 0; }
  uint64_t operations() const { return operations_; }
  size_t phases() const { return by_phase_.size(); }
  // The commonest value, if it is that of at least a tenth of the operations of every phase.
  std::optional<uint64_t> mode() const;
  double share_of(uint64_t value) const;       // of all operations
  double weakest_share(uint64_t value) const;  // of the phase in which it has the smallest
  uint64_t minimum() const;
  // The value below which that part of the operations lies (nearest rank).
  uint64_t quantile(double part) const;
  double mean() const;
  const std::map<uint64_t, uint64_t>& values() const { return all_; }  // value, operations

 private:
  std::vector<std::map<uint64_t, uint64_t>> by_phase_;
  std::map<uint64_t, uint64_t> all_;
  uint64_t operations_ = 0;
};

}  // namespace lodestone::exact
