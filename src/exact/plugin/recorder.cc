// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/recorder.h"

#include <algorithm>
#include <cinttypes>

namespace lodestone::exact {
namespace {

// The path of an operation is taken by looking at every counter twice. It is done for the first
// ones, for some spread evenly, and otherwise as often as the instructions executed meanwhile pay
// for it.
constexpr uint64_t first_sampled = 4;
constexpr uint64_t every = 997;
constexpr uint64_t price = 6;  // instructions executed, for each that is known
constexpr size_t most_paths = 400;
constexpr size_t most_values = 256;  // of a symbol; it has no usual one then
constexpr size_t written_values = 4;

}  // namespace

void Recorder::scan(Cause cause) {
  size_t size = stretches_.size();
  if (scanned_.size() < size) {
    // What was translated since cannot have run before.
    scanned_.resize(size, 0);
    for (auto& counts : by_cause_) counts.resize(size, 0);
    path_.resize(size, 0);
  }
  auto& sums = by_cause_[static_cast<size_t>(cause)];
  bool to_path = sampled_ && cause == Cause::own;
  const uint64_t* now = counters_ + first_slot;
  const auto look = [&](size_t i) {
    uint64_t delta = now[i] - scanned_[i];
    if (delta == 0) return;
    scanned_[i] = now[i];
    sums[i] += delta;
    if (!to_path) return;
    if (path_[i] == 0) touched_.push_back(static_cast<uint32_t>(i));
    path_[i] += delta;
  };
  // Nearly all counters stand still: eight are told at once.
  constexpr size_t group = 8;
  size_t i = 0;
  for (; i + group <= size; i += group) {
    uint64_t moved = 0;
    for (size_t k = 0; k < group; ++k) moved |= now[i + k] ^ scanned_[i + k];
    if (moved == 0) continue;
    for (size_t k = 0; k < group; ++k) look(i + k);
  }
  for (; i < size; ++i) look(i);
}

void Recorder::settle(Cause cause) {
  for (uint32_t i = 0; i < totals; ++i) {
    uint64_t delta = counters_[i] - settled_[i];
    settled_[i] = counters_[i];
    if (!in_operation_) continue;
    if (cause == Cause::own)
      operation_.own[i] += delta;
    else if (i <= user_instructions)
      operation_.foreign[static_cast<size_t>(cause)] += delta;
  }
}

void Recorder::cause_changes(Cause before) {
  settle(before);
  if (in_section_) scan(before);
}

void Recorder::section_begins() {
  in_section_ = true;
  in_operation_ = false;
  sampled_ = false;
  count_ = 0;
  credit_ = 0;
  operations_.clear();
  paths_.clear();
  spreads_.clear();
  looked_at_ = 0;
  scan(Cause::own);  // forget what came before
  for (auto& counts : by_cause_) std::fill(counts.begin(), counts.end(), 0);
}

void Recorder::operation_begins(Cause cause) {
  if (!in_section_) return;
  settle(cause);
  in_operation_ = true;
  ++number_;
  operation_ = Operation{};
  if (count_ < first_sampled || count_ % every == every / 2 ||
      credit_ >= price * instructions_.size()) {
    credit_ = 0;
    scan(cause);
    sampled_ = true;
  }
}

void Recorder::operation_ends(Cause cause) {
  if (!in_operation_) return;
  settle(cause);
  in_operation_ = false;
  ++count_;
  credit_ += operation_.own[kernel_instructions] + operation_.own[user_instructions];
  if (!operations_.empty() && operations_.back().second == operation_)
    ++operations_.back().first;
  else
    operations_.emplace_back(1, operation_);
  if (!sampled_) return;
  scan(cause);
  sampled_ = false;
  keep_path(operation_);
}

// The sampled operation's executions of each instruction, ascending by slot.
std::vector<std::pair<uint32_t, uint32_t>> Recorder::take_path() {
  std::vector<std::pair<uint32_t, uint32_t>> counts;
  for (uint32_t index : touched_) {
    for (uint32_t slot : stretches_[index].slots)
      counts.emplace_back(slot, static_cast<uint32_t>(path_[index]));
    path_[index] = 0;
  }
  touched_.clear();
  std::sort(counts.begin(), counts.end());
  size_t kept = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (kept > 0 && counts[kept - 1].first == counts[i].first)
      counts[kept - 1].second += counts[i].second;
    else
      counts[kept++] = counts[i];
  }
  counts.resize(kept);
  return counts;
}

void Recorder::keep_path(const Operation& operation) {
  std::array<uint64_t, 2> key{operation.own[kernel_instructions], operation.own[user_instructions]};
  auto counts = take_path();
  spread_symbols(counts);
  auto found = paths_.find(key);
  if (found != paths_.end()) {
    ++found->second.seen;
    found->second.different += found->second.counts != counts;
    return;
  }
  // The map is in order of size; of too many, the largest are never a mode or a minimum.
  if (paths_.size() >= most_paths) {
    auto last = std::prev(paths_.end());
    if (key >= last->first) return;
    paths_.erase(last);
  }
  paths_[key].counts = std::move(counts);
}

void Recorder::spread_symbols(const std::vector<std::pair<uint32_t, uint32_t>>& counts) {
  ++looked_at_;
  of_symbol_.clear();
  for (const auto& [slot, times] : counts)
    if (instructions_[slot].kernel) of_symbol_[instructions_[slot].symbol] += times;
  for (const auto& [symbol, times] : of_symbol_) {
    Spread& spread = spreads_[symbol];
    if (spread.size() < most_values || spread.contains(times)) ++spread[times];
  }
}

// Only a path that may be the usual one (a tenth of the operations have its counts) or the smallest
// is of use; the others would be most of the file.
void Recorder::write_paths(std::FILE* out) const {
  std::map<uint64_t, uint64_t> kernel;
  std::map<uint64_t, uint64_t> user;
  for (const auto& [times, operation] : operations_) {
    kernel[operation.own[kernel_instructions]] += times;
    user[operation.own[user_instructions]] += times;
  }
  bool smallest = true;
  for (const auto& [key, path] : paths_) {
    bool usual = kernel[key[0]] * 10 >= count_ && user[key[1]] * 10 >= count_;
    if (usual || smallest) {
      std::fprintf(out, "path %" PRIu64 " %" PRIu64 " seen %" PRIu64 " different %" PRIu64 "\n",
                   key[0], key[1], path.seen, path.different);
      for (const auto& [slot, times] : path.counts)
        std::fprintf(out, "%" PRIu32 " %" PRIu32 "\n", slot, times);
    }
    smallest = false;
  }
  std::fprintf(out, "looked %" PRIu64 "\n", looked_at_);
  for (const auto& [symbol, spread] : spreads_) {
    std::vector<std::pair<uint64_t, uint64_t>> commonest;  // operations, value
    uint64_t executed = 0;
    for (const auto& [value, times] : spread) {
      commonest.emplace_back(times, value);
      executed += times;
    }
    if (spread.size() < most_values && executed < looked_at_)
      commonest.emplace_back(looked_at_ - executed, 0);
    std::stable_sort(commonest.begin(), commonest.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    if (commonest.size() > written_values) commonest.resize(written_values);
    std::fprintf(out, "spread %" PRIu32, symbol);
    for (const auto& [times, value] : commonest)
      std::fprintf(out, " %" PRIu64 " %" PRIu64, value, times);
    std::fputc('\n', out);
  }
}

void Recorder::section_ends(std::FILE* out, unsigned processor, Cause cause) {
  if (!in_section_) return;
  settle(cause);
  scan(cause);
  in_section_ = false;
  std::fprintf(out, "section %u processor %u operations %" PRIu64 "\n", section_, processor,
               count_);
  ++section_;
  for (const auto& [times, operation] : operations_) {
    std::fprintf(out, "run %" PRIu64, times);
    for (uint64_t value : operation.own) std::fprintf(out, " %" PRIu64, value);
    for (size_t i = 1; i < causes; ++i) std::fprintf(out, " %" PRIu64, operation.foreign[i]);
    std::fputc('\n', out);
  }
  write_paths(out);
  for (size_t cause_index = 0; cause_index < causes; ++cause_index) {
    std::vector<uint64_t> counts(instructions_.size(), 0);
    for (size_t i = 0; i < by_cause_[cause_index].size(); ++i)
      for (uint32_t slot : stretches_[i].slots) counts[slot] += by_cause_[cause_index][i];
    std::fprintf(out, "executed %zu\n", cause_index);
    for (size_t slot = 0; slot < counts.size(); ++slot)
      if (counts[slot] != 0) std::fprintf(out, "%zu %" PRIu64 "\n", slot, counts[slot]);
  }
}

}  // namespace lodestone::exact
