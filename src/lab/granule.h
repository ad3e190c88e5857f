// SPDX-License-Identifier: GPL-2.0-or-later
// The sharing granule of this machine: at which distance two words that two CPUs write stop
// disturbing each other, and whether the adjacent line of a 128-byte pair matters here. Measured by
// the runner program in about two seconds, kept per machine, so that explain can say what a move of
// a few bytes cannot have cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "lab/contrast.h"

namespace lodestone::lab {

// Which accesses the two CPUs make: both add to memory; both add with a lock prefix; one writes and
// one reads; or contended: both add, with a lock prefix, to the first word, and one of them adds to
// the second as well.
enum class Mix { plain, locked, write_read, contended };
inline constexpr Mix mixes[] = {Mix::plain, Mix::locked, Mix::write_read, Mix::contended};
const char* name_of(Mix mix);

// Two words at these offsets from the start of a 4096-byte page.
struct Layout {
  int first = 0;   // bytes
  int second = 0;  // bytes
  bool operator==(const Layout&) const = default;
};

struct GranuleRow {
  Mix mix = Mix::plain;
  Layout layout;
  double nanoseconds =
      0;  // median time per access of one CPU, in windows in which both CPUs ran all the time
  Contrast
      against_far;  // change of that time against words far apart, same mix, same block of windows
};

// What the rows say about blocks of `bytes` bytes: words in different blocks do not (clear), do
// (disturbed), or may (undecided) disturb each other.
enum class Sharing { clear, disturbed, undecided };
const char* name_of(Sharing sharing);

struct Granule {
  // The smallest block size in bytes (8 to 256) at which words in different blocks were shown not
  // to disturb each other and the half of which was shown to disturb; nothing when the measurement
  // does not decide it.
  std::optional<int> bytes;
  // Words in the two lines of one 128-byte pair, against words far apart, in every mix.
  Sharing adjacent_line = Sharing::undecided;
  Contrast adjacent;    // contended mix: words in one pair (0, 64) against words in neighbouring
                        // pairs (64, 128)
  Contrast upper_half;  // plain mix: both words in the upper 32 bytes of a line against both in the
                        // lower
  std::vector<GranuleRow> rows;
  std::string cpu_model;
  std::vector<int> cpus;  // the two that were used
  std::string relation;   // "different cores", "threads of one core"
  std::string measured;   // UTC
  uint64_t seed = 0;
  int windows = 0;    // that were kept
  int discarded = 0;  // in which a CPU was taken away from us
  std::vector<std::string>
      cannot_claim;  // why a statement is weaker than it looks; empty on a quiet machine
};

struct GranuleOptions {
  double seconds = 2;
  double margin = 0.05;  // changes inside +-5 % count as none
  std::optional<uint64_t> seed;
  std::vector<int> cpus;  // empty: two allowed CPUs of different cores
};

// Errors: unsupported (fewer than two CPUs allowed), not_found (the runner program is missing),
// failed.
Result<Granule> measure_granule(const GranuleOptions& options);

// Kept as $XDG_DATA_HOME/lodestone/granule.json (else ~/.local/share/...); `path` overrides it.
// load fails with not_found when nothing was measured, or when it was measured on another CPU
// model.
std::string granule_path();
Result<void> save_granule(const Granule& granule, const std::string& path = granule_path());
Result<Granule> load_granule(const std::string& path = granule_path());

// lodestone.granule/1 and back.
Json granule_json(const Granule& granule);
Result<Granule> granule_from_json(const Json& document);

// The conclusions (bytes, adjacent_line, adjacent) from rows with their contrasts; separate so that
// tests reach it.
void conclude(Granule& granule);
// The answer in one sentence.
std::string granule_sentence(const Granule& granule);

}  // namespace lodestone::lab
