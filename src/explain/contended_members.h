// SPDX-License-Identifier: GPL-2.0-or-later
// Members of Linux's structs that several CPUs are known to write and read, from published
// false-sharing cases and Documentation/kernel-hacking/false-sharing.rst.
#pragma once

#include <span>
#include <string_view>

namespace lodestone::explain {

struct ContendedMember {
  std::string_view type;    // struct name
  std::string_view member;  // dotted; also matches members below it ("mmap_lock" holds its owner)
  bool written;             // false: read by all while others of its line are written
};

std::span<const ContendedMember> contended_members();
// The entry for a member, or nullptr.
const ContendedMember* find_contended(std::string_view type, std::string_view member);
bool has_contended(std::string_view type);

}  // namespace lodestone::explain
