// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/replay.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/rng.h"
#include "lab/blocks.h"
#include "lab/machine.h"

namespace lodestone::lab {
namespace {

Trial trial_of(Mix mix, const Layout& layout) {
  const auto line = [&](int first, int second) {
    return fmt::format("words {} {} {}", static_cast<int>(mix), first, second);
  };
  return {line(layout.first, layout.second),
          mix == Mix::contended ? "" : line(layout.second, layout.first)};
}

// Two layouts are one for this experiment if both words stand at the same places of their pairs of
// lines, and at the same distance.
bool differs(const Layout& a, const Layout& b) {
  return a.first % 128 != b.first % 128 || a.second - a.first != b.second - b.first;
}

}  // namespace

Result<Replay> measure_replay(const std::vector<WordPair>& pairs, const ReplayOptions& options) {
  Replay replay;
  LODESTONE_ASSIGN(replay.cpus, choose_cpus(options.cpus, 2));
  replay.seed = options.seed.value_or(random_seed());
  replay.cpu_model = cpu_model();
  replay.measured = utc_now();
  std::vector<Trial> trials;
  for (const WordPair& pair : pairs)
    for (Mix mix : mixes) {
      const bool moved = differs(pair.base, pair.changed);
      replay.rows.push_back({pair, mix, 0, 0, moved, {}});
      trials.push_back(trial_of(mix, pair.base));
      if (moved) trials.push_back(trial_of(mix, pair.changed));
    }
  LODESTONE_ASSIGN(Blocks blocks,
                   run_blocks(trials, {options.seconds, 1500, replay.seed, replay.cpus}));
  replay.windows = blocks.kept;
  replay.discarded = blocks.discarded;
  replay.cannot_claim = blocks.cannot_claim;
  size_t trial = 0;
  for (ReplayRow& row : replay.rows) {
    const size_t base = trial++;
    const size_t changed = row.moved ? trial++ : base;
    row.base_ns = blocks.median_time(base);
    row.changed_ns = blocks.median_time(changed);
    if (row.moved) row.change = contrast(blocks.times[changed], blocks.times[base], options.margin);
  }
  return replay;
}

std::string replay_sentence(const Replay& replay) {
  const ReplayRow* slowest = nullptr;
  const ReplayRow* fastest = nullptr;
  bool open = false, moved = false;
  for (const ReplayRow& row : replay.rows) {
    moved |= row.moved;
    if (!row.moved) continue;
    open |= row.change.effect == Effect::undecided;
    if (row.change.effect == Effect::slower &&
        (slowest == nullptr || row.change.change_percent > slowest->change.change_percent))
      slowest = &row;
    if (row.change.effect == Effect::faster &&
        (fastest == nullptr || row.change.change_percent < fastest->change.change_percent))
      fastest = &row;
  }
  if (!moved) return "same: these words stand in the same relation to their lines in both maps";
  const auto say = [](const ReplayRow& row, const char* word) {
    return fmt::format("{}: {} beside {} ({}) {:+.1f} % [{:+.1f}, {:+.1f}]", word, row.pair.first,
                       row.pair.second, name_of(row.mix), row.change.change_percent,
                       row.change.low_percent, row.change.high_percent);
  };
  std::string sentence;
  if (slowest != nullptr) sentence = say(*slowest, "slower");
  if (fastest != nullptr) sentence += (sentence.empty() ? "" : "; ") + say(*fastest, "faster");
  if (!sentence.empty()) return sentence;
  return open ? "undecided: the windows do not tell what the move costs here"
              : "same: the move of these words changes no access by more than the margin on this "
                "machine";
}

Json replay_json(const Replay& replay) {
  Json json{{"schema", "lodestone.replay/1"}, {"sentence", replay_sentence(replay)}};
  json["cpus"] = replay.cpus;
  json["cpu_model"] = replay.cpu_model;
  json["measured"] = replay.measured;
  json["seed"] = replay.seed;
  json["windows"] = replay.windows;
  json["discarded"] = replay.discarded;
  json["cannot_claim"] = replay.cannot_claim;
  json["rows"] = Json::array();
  for (const ReplayRow& row : replay.rows) {
    Json item{{"first", row.pair.first},
              {"second", row.pair.second},
              {"mix", name_of(row.mix)},
              {"moved", row.moved}};
    item["base_ns"] = row.base_ns > 0 ? number(row.base_ns) : Json(nullptr);
    item["new_ns"] = row.changed_ns > 0 ? number(row.changed_ns) : Json(nullptr);
    item["change_percent"] = row.change.n > 0 ? number(row.change.change_percent) : Json(nullptr);
    item["interval_percent"] =
        row.change.has_interval
            ? Json::array({number(row.change.low_percent), number(row.change.high_percent)})
            : Json(nullptr);
    item["effect"] = row.moved ? name_of(row.change.effect) : "same";
    json["rows"].push_back(std::move(item));
  }
  return json;
}

}  // namespace lodestone::lab
