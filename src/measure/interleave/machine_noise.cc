// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/machine_noise.h"

#include <unistd.h>

#include "base/fd.h"
#include "base/text.h"

namespace lodestone {

MachineNoise machine_noise() {
  MachineNoise noise;
  if (const auto text = read_file("/proc/stat", 16 << 20))
    for (std::string_view line : split(*text, '\n')) {
      const auto word = words(line);
      if (word.size() > 8 && word[0] == "cpu")
        noise.steal_seconds = static_cast<double>(parse_integer(word[8]).value_or(0)) /
                              static_cast<double>(sysconf(_SC_CLK_TCK));
      else if (word.size() > 1 && word[0] == "intr") {
        noise.interrupts = static_cast<double>(parse_integer(word[1]).value_or(0));
        break;
      }
    }
  if (const auto text = read_file("/proc/schedstat", 16 << 20))
    for (std::string_view line : split(*text, '\n')) {
      // cpuN, seven yields and wake-ups, then time run and time waited in nanoseconds.
      const auto word = words(line);
      if (word.size() >= 10 && word[0].starts_with("cpu"))
        noise.run_delay_seconds += 1e-9 * static_cast<double>(parse_integer(word[8]).value_or(0));
    }
  return noise;
}

void note_difference(const MachineNoise& before, const MachineNoise& after,
                     std::map<std::string, double>& values) {
  values["steal_seconds"] = after.steal_seconds - before.steal_seconds;
  values["interrupts"] = after.interrupts - before.interrupts;
  values["run_delay_seconds"] = after.run_delay_seconds - before.run_delay_seconds;
}

}  // namespace lodestone
