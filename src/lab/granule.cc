// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/granule.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.h"
#include "base/rng.h"
#include "lab/experiment.h"
#include "lab/machine.h"

namespace lodestone::lab {
namespace {

// Distances 8 to 256; 64 once inside a 128-byte pair and once across two; the halves of a line; and
// words in other lines and other L1 sets as the reference (2112 is 33 lines: not a multiple of
// 4096, whose loads and stores can alias).
constexpr Layout far_apart{0, 2112};
constexpr Layout layouts[] = {{0, 8},  {0, 16},   {0, 32},  {0, 56},  {24, 32},  {32, 40},
                              {0, 64}, {64, 128}, {0, 128}, {0, 192}, {64, 320}, far_apart};
// Lines that nobody fights for stay where they are and cause no prefetch, so the adjacent line is
// tested beside a word that both CPUs want: a miss there may fetch its neighbour away from the CPU
// that writes it.
constexpr Layout pair_layouts[] = {{0, 64}, {64, 128}, {0, 128}, {64, 320}, far_apart};
constexpr Mix mixes[] = {Mix::plain, Mix::locked, Mix::write_read, Mix::contended};
constexpr double window_us = 2000;

struct Trial {
  Mix mix;
  Layout layout;
  std::vector<double> times;  // one a block; 0: the window was thrown away
};

std::vector<Trial> all_trials() {
  std::vector<Trial> trials;
  for (Mix mix : mixes) {
    if (mix == Mix::contended)
      for (const Layout& layout : pair_layouts) trials.push_back({mix, layout, {}});
    else
      for (const Layout& layout : layouts) trials.push_back({mix, layout, {}});
  }
  return trials;
}

const std::vector<double>& times_of(const std::vector<Trial>& trials, Mix mix,
                                    const Layout& layout) {
  for (const Trial& trial : trials)
    if (trial.mix == mix && trial.layout == layout) return trial.times;
  return trials.front().times;  // not reached: callers name layouts of the lists
}

}  // namespace

const char* name_of(Mix mix) {
  switch (mix) {
    case Mix::plain:
      return "plain";
    case Mix::locked:
      return "locked";
    case Mix::write_read:
      return "write-read";
    case Mix::contended:
      return "contended";
  }
  return "plain";
}

const char* name_of(Sharing sharing) {
  return sharing == Sharing::clear       ? "clear"
         : sharing == Sharing::disturbed ? "disturbed"
                                         : "undecided";
}

Result<Granule> measure_granule(const GranuleOptions& options) {
  Granule granule;
  const std::vector<int> allowed = allowed_cpus();
  granule.cpus = options.cpus.empty() ? cores_first(allowed) : options.cpus;
  if (granule.cpus.size() < 2)
    return fail(ErrorCode::unsupported, "the sharing granule cannot be measured with one CPU",
                "words are shared between CPUs, and this process may use only one",
                "allow it two CPUs (taskset, cpuset)");
  granule.cpus.resize(2);
  granule.relation =
      same_core(granule.cpus[0], granule.cpus[1]) ? "threads of one core" : "different cores";
  granule.seed = options.seed.value_or(random_seed());
  granule.cpu_model = cpu_model();
  granule.measured = utc_now();

  // Blocks: every layout and mix once, in a fresh random order, so that drift falls on all alike.
  std::vector<Trial> trials = all_trials();
  const int blocks = std::max(
      3,
      static_cast<int>(options.seconds * 1e6 / (window_us * static_cast<double>(trials.size()))));
  Rng rng(granule.seed);
  std::vector<std::string> lines;
  std::vector<size_t> order, places;
  for (size_t i = 0; i < trials.size(); ++i) {
    order.push_back(i);
    trials[i].times.assign(static_cast<size_t>(blocks), 0.0);
  }
  for (int block = 0; block < blocks; ++block) {
    rng.shuffle(order);
    for (size_t place : order) {
      const Trial& trial = trials[place];
      // Which CPU has the first word alternates: the two are not alike on every machine. (In the
      // contended mix the first word is both CPUs'.)
      const bool swap = block % 2 == 1 && trial.mix != Mix::contended;
      lines.push_back(fmt::format("words {} {} {} {}", static_cast<int>(trial.mix),
                                  swap ? trial.layout.second : trial.layout.first,
                                  swap ? trial.layout.first : trial.layout.second,
                                  static_cast<int>(window_us)));
      places.push_back(place);
    }
  }
  const Load before = read_load();
  LODESTONE_ASSIGN(auto windows, run_experiments(lines, granule.cpus, 20 + 20 * options.seconds));
  const Load after = read_load();
  granule.cannot_claim = doubts(before, after, static_cast<int>(allowed.size()), 2);
  if (granule.relation == "threads of one core")
    granule.cannot_claim.push_back(
        "both CPUs are threads of one core, which share its first-level cache");

  for (size_t i = 0; i < windows.size(); ++i) {
    if (!windows[i].undisturbed()) {
      ++granule.discarded;
      continue;
    }
    ++granule.windows;
    trials[places[i]].times[i / trials.size()] = windows[i].nanoseconds();
  }
  for (const Trial& trial : trials) {
    if (trial.layout == far_apart) continue;
    std::vector<double> kept;
    for (double value : trial.times)
      if (value > 0) kept.push_back(value);
    granule.rows.push_back(
        {trial.mix, trial.layout, median(kept),
         contrast(trial.times, times_of(trials, trial.mix, far_apart), options.margin)});
  }
  granule.adjacent = contrast(times_of(trials, Mix::contended, {0, 64}),
                              times_of(trials, Mix::contended, {64, 128}), options.margin);
  granule.upper_half = contrast(times_of(trials, Mix::plain, {32, 40}),
                                times_of(trials, Mix::plain, {0, 8}), options.margin);
  if (granule.discarded > granule.windows)
    granule.cannot_claim.push_back(
        fmt::format("{} of {} windows were thrown away because a thread lost its CPU",
                    granule.discarded, granule.windows + granule.discarded));
  conclude(granule);
  return granule;
}

void conclude(Granule& granule) {
  const auto blocks_of = [&](int bytes) {
    bool all_clear = true;
    for (const GranuleRow& row : granule.rows) {
      if (row.layout.first / bytes == row.layout.second / bytes) continue;
      if (row.against_far.effect == Effect::slower) return Sharing::disturbed;
      if (row.against_far.effect == Effect::undecided) all_clear = false;
    }
    return all_clear ? Sharing::clear : Sharing::undecided;
  };
  granule.bytes.reset();
  Sharing smaller = Sharing::disturbed;
  for (int bytes : {8, 16, 32, 64, 128, 256}) {
    const Sharing sharing = granule.rows.empty() ? Sharing::undecided : blocks_of(bytes);
    if (sharing == Sharing::clear) {
      if (smaller == Sharing::disturbed && bytes > 8) granule.bytes = bytes;
      break;
    }
    smaller = sharing;
  }
  // The adjacent line is clear only if it was tried beside a contended word, too.
  bool contended = false, open = false, disturbed = false;
  for (const GranuleRow& row : granule.rows) {
    if (!(row.layout == Layout{0, 64})) continue;
    contended |= row.mix == Mix::contended;
    disturbed |= row.against_far.effect == Effect::slower;
    open |= row.against_far.effect == Effect::undecided;
  }
  granule.adjacent_line = disturbed            ? Sharing::disturbed
                          : contended && !open ? Sharing::clear
                                               : Sharing::undecided;
}

std::string granule_sentence(const Granule& granule) {
  const std::string size =
      granule.bytes ? fmt::format("the sharing granule of this machine is {} bytes", *granule.bytes)
                    : std::string("undecided: the windows do not tell the sharing granule");
  switch (granule.adjacent_line) {
    case Sharing::clear:
      return size +
             "; the adjacent line does not matter: 128-byte alignment cannot be the cause of a "
             "change here";
    case Sharing::disturbed:
      return size +
             "; the adjacent 64-byte line matters: words in one 128-byte pair disturb each other";
    case Sharing::undecided:
      break;
  }
  return size + "; whether the adjacent line matters is undecided";
}

}  // namespace lodestone::lab
