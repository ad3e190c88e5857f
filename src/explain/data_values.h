// SPDX-License-Identifier: GPL-2.0-or-later
// Initial values of variables and constant tables: a changed default moves nothing and changes no
// instruction, yet it can be the whole cause (a scheduler's latency, a table of weights).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "explain/code/address_book.h"

namespace lodestone::explain {

struct ValueChange {
  std::string_view name;
  SectionClass section = SectionClass::data;
  uint64_t size = 0;            // bytes of the object, at most
  uint32_t offset = 0;          // of the first difference, bytes
  uint32_t base = 0, next = 0;  // the four bytes there, little endian
  uint32_t words = 0;           // four-byte words that differ
};

struct DataValues {
  bool done = false;
  size_t compared = 0;
  std::vector<ValueChange> changed;  // in the new kernel's address order
};

// Compares what both images hold at matched variables. Addresses count as the same if what they
// point at does. Left out: what every build changes (banners, symbol tables, source lines), and
// objects over 64 KiB. Not done where one side has symbols of functions only.
DataValues compare_values(const Entities& base, const Entities& next, const Matching& matching,
                          const Correspondence& correspondence);

}  // namespace lodestone::explain
