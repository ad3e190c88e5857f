// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/rng.h"
#include "lab/blocks.h"
#include "lab/machine.h"

namespace lodestone::lab {
namespace {

constexpr const char* kinds[] = {"tas", "ticket", "mcs", "osq", "queued"};
// From two nodes in a 64-byte line, to two in a 128-byte pair, to one a pair, to full separation.
constexpr int distances[] = {32, 64, 128, 256};
constexpr int apart = 256;

// The runner's line (lab/runner/words.h). A test-and-set lock has one word: its neighbour is the
// data.
std::string line_of(int kind, int threads, int distance, bool read_cpu, const QueueOptions& options,
                    bool timed) {
  const int data = kind == 0 ? distance : 4096;
  return fmt::format("lock {} {} 0 {} 8192 {} {} {} {} {}", kind, threads, distance, data,
                     read_cpu ? 1 : 0, options.critical, options.parallel, timed ? 1 : 0);
}

double fairness_of(const Window& window) {
  double least = 0, most = 0;
  for (const Worker& worker : window.workers) {
    least = most == 0 ? worker.operations : std::min(least, worker.operations);
    most = std::max(most, worker.operations);
  }
  return most > 0 ? least / most : 0;
}

struct Variant {
  QueueRow row;
  size_t plain, timed;  // trials
};

void fill(Variant& variant, const std::vector<Variant>& all, const Blocks& blocks, double margin) {
  QueueRow& row = variant.row;
  row.nanoseconds = blocks.median_time(variant.plain);
  std::vector<double> fairness, handover;
  for (const Window& window : blocks.windows[variant.plain])
    if (window.undisturbed()) fairness.push_back(fairness_of(window));
  for (const Window& window : blocks.windows[variant.timed]) {
    double waited = 0, times = 0;
    for (const Worker& worker : window.workers) {
      waited += worker.waited_ns;
      times += worker.extra;
    }
    if (window.undisturbed() && times > 0) handover.push_back(waited / times);
  }
  row.fairness = median(fairness);
  row.handover_ns = median(handover);
  for (const Variant& other : all) {
    if (other.row.distance == apart && other.row.read_cpu == row.read_cpu && row.distance != apart)
      row.against_apart = contrast(blocks.times[variant.plain], blocks.times[other.plain], margin);
    if (row.read_cpu && !other.row.read_cpu && other.row.distance == row.distance)
      row.read_effect = contrast(blocks.times[variant.plain], blocks.times[other.plain], margin);
  }
}

std::string said(const Contrast& contrast) {
  return fmt::format("{:+.1f} % [{:+.1f}, {:+.1f}]", contrast.change_percent, contrast.low_percent,
                     contrast.high_percent);
}

Json contrast_document(const Contrast& contrast) {
  if (contrast.n == 0) return nullptr;
  return {{"n", contrast.n},
          {"change_percent", number(contrast.change_percent)},
          {"interval_percent", contrast.has_interval ? Json::array({number(contrast.low_percent),
                                                                    number(contrast.high_percent)})
                                                     : Json(nullptr)},
          {"effect", name_of(contrast.effect)}};
}

}  // namespace

Result<Queue> measure_queue(const QueueOptions& options) {
  const auto* found = std::find(std::begin(kinds), std::end(kinds), options.kind);
  if (found == std::end(kinds))
    return fail(ErrorCode::usage, "there is no lock '" + options.kind + "'", {},
                "one of tas, ticket, mcs, osq, queued");
  const int kind = static_cast<int>(found - std::begin(kinds));
  Queue queue;
  queue.options = options;
  const int threads = options.threads > 0 ? options.threads
                      : !options.cpus.empty()
                          ? static_cast<int>(options.cpus.size())
                          : std::clamp(static_cast<int>(allowed_cpus().size()), 2, 8);
  if (threads < 2 || threads > 64)
    return fail(ErrorCode::usage, "a contest needs 2 to 64 threads",
                fmt::format("{} given", threads));
  LODESTONE_ASSIGN(queue.cpus, choose_cpus(options.cpus, static_cast<size_t>(threads)));
  queue.seed = options.seed.value_or(random_seed());
  queue.cpu_model = cpu_model();
  queue.measured = utc_now();

  std::vector<Trial> trials;
  std::vector<Variant> variants;
  for (bool read_cpu : {false, true}) {
    if (read_cpu && options.kind != "osq") continue;
    for (int distance : distances) {
      Variant variant{{}, trials.size(), trials.size() + 1};
      variant.row.distance = distance;
      variant.row.read_cpu = read_cpu;
      variants.push_back(variant);
      for (bool timed : {false, true})
        trials.push_back({line_of(kind, threads, distance, read_cpu, options, timed), {}});
    }
  }
  LODESTONE_ASSIGN(Blocks blocks,
                   run_blocks(trials, {options.seconds, 4000, queue.seed, queue.cpus}));
  queue.windows = blocks.kept;
  queue.discarded = blocks.discarded;
  queue.cannot_claim = blocks.cannot_claim;
  for (Variant& variant : variants) {
    fill(variant, variants, blocks, options.margin);
    queue.rows.push_back(variant.row);
  }
  if (!queue.cannot_claim.empty())
    for (QueueRow& row : queue.rows)
      row.against_apart.effect = row.read_effect.effect = Effect::undecided;
  return queue;
}

std::string queue_sentence(const Queue& queue) {
  if (!queue.cannot_claim.empty())
    return "undecided: nothing can be claimed of " + queue.options.kind + " on a machine this busy";
  std::string sentence;
  for (const QueueRow& row : queue.rows) {
    if (row.distance == apart || row.read_cpu || row.against_apart.effect != Effect::slower)
      continue;
    if (sentence.empty()) sentence = queue.options.kind + ": slower than far apart at";
    sentence += fmt::format(" {} bytes {}", row.distance, said(row.against_apart));
  }
  if (sentence.empty()) {
    const bool open = std::any_of(queue.rows.begin(), queue.rows.end(), [](const QueueRow& row) {
      return row.distance != apart && row.against_apart.effect == Effect::undecided;
    });
    sentence =
        queue.options.kind + (open ? ": undecided whether the distance of its words matters here"
                                   : ": no distance of its words makes it slower here");
  }
  for (const QueueRow& row : queue.rows)
    if (row.read_cpu && row.distance == apart && row.read_effect.n > 0)
      sentence += fmt::format("; reading the predecessor's CPU number: {} {}",
                              name_of(row.read_effect.effect), said(row.read_effect));
  return sentence;
}

Json queue_json(const Queue& queue) {
  Json json{{"schema", "lodestone.osq/1"}, {"sentence", queue_sentence(queue)}};
  json["kind"] = queue.options.kind;
  json["critical"] = queue.options.critical;
  json["parallel"] = queue.options.parallel;
  json["cpus"] = queue.cpus;
  json["cpu_model"] = queue.cpu_model;
  json["measured"] = queue.measured;
  json["seed"] = queue.seed;
  json["windows"] = queue.windows;
  json["discarded"] = queue.discarded;
  json["cannot_claim"] = queue.cannot_claim;
  json["rows"] = Json::array();
  for (const QueueRow& row : queue.rows)
    json["rows"].push_back(
        {{"distance", row.distance},
         {"read_cpu", row.read_cpu},
         {"nanoseconds", row.nanoseconds > 0 ? number(row.nanoseconds) : Json(nullptr)},
         {"handover_ns", row.handover_ns > 0 ? number(row.handover_ns) : Json(nullptr)},
         {"fairness", number(row.fairness)},
         {"against_apart", contrast_document(row.against_apart)},
         {"read_effect", contrast_document(row.read_effect)}});
  return json;
}

}  // namespace lodestone::lab
