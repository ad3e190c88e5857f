// SPDX-License-Identifier: GPL-2.0-or-later
// lodestone lab replay: words laid out at the offsets (mod 4096) that symbols have in two
// System.maps, used by two CPUs, to measure on this machine what the move costs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "lab/contrast.h"
#include "lab/granule.h"

namespace lodestone::lab {

// A symbol of one kernel. Lists of them ascend by address.
struct MapSymbol {
  uint64_t address = 0;
  std::string name;
};

// Two words, in each of the maps.
struct WordPair {
  std::string first, second;
  Layout base, changed;  // offsets in the arena of the runner
};

// The pairs to try: every two of `names` ("NAME" or "NAME+BYTES"), and each of them with every
// symbol that starts in its 128-byte block in either map. Errors: not_found (in one of the maps),
// usage (no name, a name that is not unique).
Result<std::vector<WordPair>> pairs_of(const std::vector<MapSymbol>& base,
                                       const std::vector<MapSymbol>& changed,
                                       const std::vector<std::string>& names);

struct ReplayRow {
  WordPair pair;
  Mix mix = Mix::plain;
  double base_ns = 0, changed_ns = 0;
  bool moved = false;  // the relation of the two words to each other or to their lines differs
  Contrast change;     // time in the new layout against the base one; of pairs that moved
};

struct Replay {
  std::vector<ReplayRow> rows;
  std::vector<int> cpus;
  uint64_t seed = 0;
  int windows = 0, discarded = 0;
  std::string cpu_model, measured;
  std::vector<std::string> cannot_claim;
};

struct ReplayOptions {
  double seconds = 4;
  double margin = 0.05;
  std::optional<uint64_t> seed;
  std::vector<int> cpus;
};

Result<Replay> measure_replay(const std::vector<WordPair>& pairs, const ReplayOptions& options);
std::string replay_sentence(const Replay& replay);
// lodestone.replay/1
Json replay_json(const Replay& replay);

}  // namespace lodestone::lab
