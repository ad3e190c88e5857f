// SPDX-License-Identifier: GPL-2.0-or-later
// Error rate, proofs and power on the machine at hand. The condition (quiet, or loaded) is whatever
// the machine is while this runs:
//   lodestone-bench-real all FILE MINUTES      records, runs fresh comparisons, reports
//   lodestone-bench-real record FILE MINUTES   records only; appends, may be stopped and repeated
//   lodestone-bench-real fresh FILE MINUTES    fresh comparisons only (at most 100)
//   lodestone-bench-real report FILE...        what files hold, as Markdown
#include <cstdio>

#include "base/text.h"
#include "fresh.h"
#include "replay.h"
#include "sys/interrupt.h"

using namespace lodestone;
using namespace lodestone::bench;

namespace {

int show(const Result<void>& done) {
  if (done) return 0;
  std::fputs((describe(done.error()) + "\n").c_str(), stderr);
  return 3;
}

int report(const std::string& path) {
  const auto recording = load_recording(path);
  const auto fresh = fresh_report(path);
  if (!recording || !fresh) {
    std::fputs((describe(recording ? fresh.error() : recording.error()) + "\n").c_str(), stderr);
    return 2;
  }
  std::printf("%s\n%s", report_of(*recording).c_str(), fresh->c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string verb = words.empty() ? "" : words[0];
  if (verb == "report" && words.size() >= 2) {
    int code = 0;
    for (size_t i = 1; i < words.size(); ++i) {
      std::printf("%s\n\n", words[i].c_str());
      code = std::max(code, report(words[i]));
    }
    return code;
  }
  const auto minutes = words.size() == 3 ? parse_double(words[2]) : std::nullopt;
  if (minutes && *minutes > 0) {
    const std::string& path = words[1];
    int code = 0;
    if (verb == "record") return show(record(path, 60 * *minutes));
    if (verb == "fresh") return show(run_fresh(path, 60 * *minutes, 100));
    if (verb == "all") {
      // Seven tenths of the time for the recording: that gives the error rate its count.
      code = show(record(path, 60 * *minutes * .7));
      if (code == 0 && !interrupted()) code = show(run_fresh(path, 60 * *minutes * .3, 100));
      return std::max(code, report(path));
    }
  }
  std::fprintf(stderr, "usage: %s all|record|fresh FILE MINUTES | report FILE...\n", argv[0]);
  return 2;
}
