// SPDX-License-Identifier: GPL-2.0-or-later
// What the guest said on its console (the protocol is in exact/guest/guest.h).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace lodestone::exact {

struct GuestSection {
  std::string workload;
  unsigned phase = 0, task = 0;
  uint64_t operations = 0;  // that were marked
  uint64_t counted = 0;     // that the workload counted meanwhile
};

// Pages of one slab: objects of one size, one behind the other from its start.
struct GuestSlab {
  uint64_t first_page = 0, pages = 0;  // frame numbers
  unsigned cache = 0;                  // place in GuestReport::caches
};
struct GuestCache {
  std::string name;
  uint64_t object_size = 0;
};

struct GuestReport {
  std::string release;
  unsigned cpus = 0;
  std::vector<GuestSection> sections;  // those of one task in the order of its marks
  std::map<std::string, std::string> skipped, failed;  // workload, reason
  std::vector<GuestCache> caches;  // of the kernel when all work was done, where asked for
  std::vector<GuestSlab> slabs;    // ascending
};

// Reads the console's text. The kernel's own messages between the lines are passed over; a line
// that is damaged, and a report without its end, are errors (failed), with the last lines of the
// console as the reason.
Result<GuestReport> read_guest_report(std::string_view console);
// Whether the guest's program has started.
bool guest_started(std::string_view console);
// The last lines that a person would want to see: at most `lines`, without our own protocol.
std::string last_console_lines(std::string_view console, size_t lines = 12);

}  // namespace lodestone::exact
