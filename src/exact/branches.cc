// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/branches.h"

#include <cstring>
#include <map>
#include <optional>
#include <vector>

namespace lodestone::exact {
namespace {

int64_t sign_extended(uint64_t value, unsigned bits) {
  unsigned shift = 64 - bits;
  return static_cast<int64_t>(value << shift) >> shift;
}

uint64_t target_x86(uint64_t address, std::string_view bytes) {
  size_t at = 0;
  while (at < bytes.size() && (bytes[at] == '\x2e' || bytes[at] == '\x3e' || bytes[at] == '\xf2'))
    ++at;  // hints and bnd
  if (at >= bytes.size()) return 0;
  auto opcode = static_cast<uint8_t>(bytes[at]);
  auto second = at + 1 < bytes.size() ? static_cast<uint8_t>(bytes[at + 1]) : uint8_t{0};
  bool two = opcode == 0x0f && second >= 0x80 && second <= 0x8f;
  uint64_t end = address + bytes.size();
  if ((opcode >= 0x70 && opcode <= 0x7f) || (opcode >= 0xe0 && opcode <= 0xe3) || opcode == 0xeb)
    return end + static_cast<uint64_t>(static_cast<int64_t>(static_cast<int8_t>(bytes.back())));
  if ((opcode != 0xe8 && opcode != 0xe9 && !two) || bytes.size() < 5) return 0;
  int32_t displacement = 0;
  std::memcpy(&displacement, bytes.data() + bytes.size() - 4, 4);
  return end + static_cast<uint64_t>(static_cast<int64_t>(displacement));
}

// Arm Architecture Reference Manual, C4.1.65.
uint64_t target_arm64(uint64_t address, std::string_view bytes) {
  uint32_t word = 0;
  if (bytes.size() != 4) return 0;
  std::memcpy(&word, bytes.data(), 4);
  int64_t distance = 0;
  if ((word & 0x7c000000) == 0x14000000)
    distance = sign_extended(word & 0x3ffffff, 26);
  else if ((word & 0xff000010) == 0x54000000 || (word & 0x7e000000) == 0x34000000)
    distance = sign_extended((word >> 5) & 0x7ffff, 19);
  else if ((word & 0x7e000000) == 0x36000000)
    distance = sign_extended((word >> 5) & 0x3fff, 14);
  else
    return 0;
  return address + static_cast<uint64_t>(distance * 4);
}

struct Branch {
  uint64_t executed = 0;
  std::optional<uint64_t> taken;
};

// What is known of the ways to one address.
struct Place {
  uint64_t executed = 0;
  uint64_t arrivals = 0;           // by ways that are known
  std::vector<size_t> targets_of;  // conditional branches to it
  std::vector<size_t> behind;      // ... that it stands behind
  bool open = false;               // others may reach it: a function's start
};

// A place with one unknown way tells that way.
std::optional<std::pair<size_t, uint64_t>> solve(const Place& place,
                                                 const std::vector<Branch>& branches) {
  if (place.open) return std::nullopt;
  uint64_t arrivals = place.arrivals;
  size_t unknown = 0;
  size_t which = 0;
  bool by_target = false;
  for (bool targets : {true, false})
    for (size_t i : targets ? place.targets_of : place.behind) {
      const Branch& branch = branches[i];
      if (branch.taken) {
        arrivals += targets ? *branch.taken : branch.executed - *branch.taken;
        continue;
      }
      ++unknown;
      which = i;
      by_target = targets;
    }
  if (unknown != 1 || arrivals > place.executed) return std::nullopt;
  uint64_t rest = place.executed - arrivals;
  uint64_t executed = branches[which].executed;
  if (rest > executed) return std::nullopt;  // an exception's fix-up came here, too
  return std::pair(which, by_target ? rest : executed - rest);
}

}  // namespace

uint64_t branch_target(Machine machine, uint64_t address, std::string_view bytes) {
  return machine == Machine::x86_64 ? target_x86(address, bytes) : target_arm64(address, bytes);
}

BranchCounts branches_of(const Path& path, const Counts& counts, Machine machine,
                         const FunctionNames& names, bool kernel) {
  BranchCounts result;
  std::vector<Branch> branches;
  std::map<uint64_t, Place> places;
  for (const auto& [slot, times] : path.executed) {
    const ExecutedInstruction& instruction = counts.instructions[slot];
    if ((instruction.address >> 63 != 0) != kernel) continue;
    places[instruction.address].executed += times;
    uint64_t next = instruction.address + instruction.bytes.size();
    uint64_t target = branch_target(machine, instruction.address, instruction.bytes);
    switch (static_cast<Flow>(instruction.flow)) {
      case Flow::none:
        places[next].arrivals += times;
        break;
      case Flow::conditional:
        places[target].targets_of.push_back(branches.size());
        places[next].behind.push_back(branches.size());
        branches.push_back({times, std::nullopt});
        break;
      case Flow::jump:
        result.jumps += times;
        places[target].arrivals += times;
        break;
      case Flow::indirect_jump:
        result.indirect_jumps += times;
        break;
      case Flow::call:
        result.calls += times;
        places[next].arrivals += times;  // it comes back
        break;
      case Flow::indirect_call:
        result.indirect_calls += times;
        places[next].arrivals += times;
        break;
      case Flow::ret:
        result.returns += times;
        break;
      default:
        break;
    }
  }
  for (auto& [address, place] : places) {
    const Symbol* symbol = names.at(address);
    place.open = symbol == nullptr || symbol->address == address;
  }
  for (bool progress = true; progress;) {
    progress = false;
    for (const auto& [address, place] : places)
      if (auto found = solve(place, branches)) {
        branches[found->first].taken = found->second;
        progress = true;
      }
  }
  for (const Branch& branch : branches) {
    if (!branch.taken) {
      result.conditional_unknown += branch.executed;
      continue;
    }
    result.conditional_taken += *branch.taken;
    result.conditional_not_taken += branch.executed - *branch.taken;
  }
  return result;
}

}  // namespace lodestone::exact
