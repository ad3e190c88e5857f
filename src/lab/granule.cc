// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/granule.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.h"
#include "base/rng.h"
#include "lab/blocks.h"
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
constexpr double window_us = 2000;

struct Place {
  Mix mix;
  Layout layout;
};

std::vector<Place> all_places() {
  std::vector<Place> places;
  for (Mix mix : mixes) {
    if (mix == Mix::contended)
      for (const Layout& layout : pair_layouts) places.push_back({mix, layout});
    else
      for (const Layout& layout : layouts) places.push_back({mix, layout});
  }
  return places;
}

// Which CPU has the first word alternates: the two are not alike on every machine. (In the
// contended mix the first word is both CPUs'.)
Trial trial_of(const Place& place) {
  const auto line = [&](int first, int second) {
    return fmt::format("words {} {} {}", static_cast<int>(place.mix), first, second);
  };
  return {line(place.layout.first, place.layout.second),
          place.mix == Mix::contended ? "" : line(place.layout.second, place.layout.first)};
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
  LODESTONE_ASSIGN(granule.cpus, choose_cpus(options.cpus, 2));
  granule.relation =
      same_core(granule.cpus[0], granule.cpus[1]) ? "threads of one core" : "different cores";
  granule.seed = options.seed.value_or(random_seed());
  granule.cpu_model = cpu_model();
  granule.measured = utc_now();
  const std::vector<Place> places = all_places();
  std::vector<Trial> trials;
  for (const Place& place : places) trials.push_back(trial_of(place));
  LODESTONE_ASSIGN(const Blocks blocks,
                   run_blocks(trials, {options.seconds, window_us, granule.seed, granule.cpus}));
  granule.windows = blocks.kept;
  granule.discarded = blocks.discarded;
  granule.cannot_claim = blocks.cannot_claim;
  if (granule.relation == "threads of one core")
    granule.cannot_claim.push_back(
        "both CPUs are threads of one core, which share its first-level cache");
  const auto times_of = [&](Mix mix, const Layout& layout) -> const std::vector<double>& {
    size_t found = 0;
    for (size_t i = 0; i < places.size(); ++i)
      if (places[i].mix == mix && places[i].layout == layout) found = i;
    return blocks.times[found];
  };
  for (size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    if (place.layout == far_apart) continue;
    granule.rows.push_back(
        {place.mix, place.layout, blocks.median_time(i),
         contrast(blocks.times[i], times_of(place.mix, far_apart), options.margin)});
  }
  granule.adjacent = contrast(times_of(Mix::contended, {0, 64}),
                              times_of(Mix::contended, {64, 128}), options.margin);
  granule.upper_half =
      contrast(times_of(Mix::plain, {32, 40}), times_of(Mix::plain, {0, 8}), options.margin);
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
