// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/lock_stat (Documentation/locking/lockstat.rst), only with CONFIG_LOCK_STAT: the columns of
// each class.
#include "collect/text_collector.h"

namespace lodestone::collector_lock_stat {
namespace {

void parse(std::string_view text, Readings& readings) {
  std::string_view line;
  while (next_line(text, line)) {
    // "  &rq->__lock:   13128  13128  0.43  190.53  103881.26 ..."; the lines of call sites have no
    // colon before numbers.
    const size_t colon = line.rfind(": ");
    if (colon == std::string_view::npos || line.find('[') != std::string_view::npos) continue;
    std::string_view head = line.substr(0, colon);
    std::string name;
    for (std::string_view word = next_word(head); !word.empty(); word = next_word(head))
      (name += name.empty() ? "" : "_") += word;
    std::string_view rest = line.substr(colon + 1);
    const auto bounces = to_count(next_word(rest));
    const auto contentions = to_count(next_word(rest));
    if (!bounces || !contentions || name.empty()) continue;
    readings.counter(name + ".con-bounces", *bounces);
    readings.counter(name + ".contentions", *contentions);
    for (int skip = 0; skip < 4; ++skip) next_word(rest);  // waittime-min, -max, -total, -avg
    const auto acquired_bounces = to_count(next_word(rest));
    const auto acquisitions = to_count(next_word(rest));
    if (!acquired_bounces || !acquisitions) continue;
    readings.counter(name + ".acq-bounces", *acquired_bounces);
    readings.counter(name + ".acquisitions", *acquisitions);
  }
}

}  // namespace

extern const StatisticsCollector collector_lock_stat{
    "lock_stat", "contentions and acquisitions of each lock class (kernels with CONFIG_LOCK_STAT)",
    0, [](const CollectorInput& here) { return open_text(here.root, "/proc/lock_stat", parse); }};

}  // namespace lodestone::collector_lock_stat
