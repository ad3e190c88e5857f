// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording.h"

#include <cmath>

#include "base/fd.h"
#include "base/text.h"

namespace lodestone::bench {

const std::vector<std::string> recorded_workloads = {"scale/getppid1", "unixbench/pipe",
                                                     "scale/mmap1", "lat/fork", "lat/stat"};

std::string line_of(const std::string& workload, int planted, const RecordedPair& pair) {
  return workload + " " + std::to_string(planted) + (pair.values.base_first ? " 1 " : " 0 ") +
         shortest(pair.values.base) + " " + shortest(pair.values.new_) + " " +
         fixed(pair.seconds, 4) + " " +
         (std::isfinite(pair.u_test_p) ? shortest(pair.u_test_p) : "-") + "\n";
}

Result<Recording> load_recording(const std::string& path) {
  LODESTONE_ASSIGN(const std::string text, read_file(path));
  Recording recording;
  for (std::string_view line : split(text, '\n')) {
    const auto word = words(line);
    if (word.size() != 7 || word[0].starts_with("#")) continue;
    const auto planted = parse_integer(word[1]);
    const auto base = parse_double(word[3]), next = parse_double(word[4]),
               seconds = parse_double(word[5]);
    if (!planted || !base || !next || !seconds) continue;
    RecordedPair pair;
    pair.values = {*base, *next, word[2] == "1"};
    pair.seconds = *seconds;
    pair.u_test_p = parse_double(word[6]).value_or(NAN);
    recording.pairs[{std::string(word[0]), static_cast<int>(*planted)}].push_back(pair);
  }
  return recording;
}

}  // namespace lodestone::bench
