// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "cli/verb.h"
#include "explain/load_side.h"
#include "lab/granule.h"
#include "lab/queue.h"
#include "lab/replay.h"
#include "report/lab.h"

namespace lodestone::verb_lab {
namespace {

constexpr Option options[] = {
    {"--seconds", "TIME", "how long to measure (default: granule 2s, osq and replay 4s)"},
    {"--seed", "N", "seed of the order of windows (default: drawn, printed and stored)"},
    {"--cpus", "A,B", "the CPUs to use (default: one of each core first)"},
    {"--margin", "FRACTION", "changes inside this margin count as none (default 5%)"},
    {"--lock", "KIND", "osq: tas, ticket, mcs, osq (the default) or queued"},
    {"--threads", "N", "osq: contending threads (default: one a CPU, at most 8)"},
    {"--critical", "N", "osq: changes of the protected count inside the lock (default 1)"},
    {"--parallel", "N", "osq: pause instructions outside the lock (default 0)"},
    option_json,
};

// What the three experiments have in common.
template <typename Wanted>
Result<void> read_common(const Arguments& arguments, Wanted& wanted) {
  if (const auto text = arguments.value("--cpus"))
    for (std::string_view piece : split(*text, ',')) {
      const auto cpu = parse_integer(piece);
      if (!cpu || *cpu < 0 || *cpu > 65535)
        return fail(ErrorCode::usage, "--cpus takes CPU numbers separated by commas", *text,
                    "--cpus 0,1");
      wanted.cpus.push_back(static_cast<int>(*cpu));
    }
  LODESTONE_ASSIGN(const auto seconds, arguments.duration("--seconds"));
  if (seconds) wanted.seconds = *seconds;
  if (wanted.seconds <= 0 || wanted.seconds > 3600)
    return fail(ErrorCode::usage, "--seconds must lie between 0 and an hour");
  LODESTONE_ASSIGN(const auto margin, arguments.fraction("--margin"));
  if (margin) wanted.margin = *margin;
  LODESTONE_ASSIGN(const auto seed, arguments.integer("--seed", 0, INT64_MAX));
  if (seed) wanted.seed = static_cast<uint64_t>(*seed);
  return {};
}

Result<int> show(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

Result<int> granule(const Arguments& arguments) {
  lab::GranuleOptions wanted;
  LODESTONE_TRY(read_common(arguments, wanted));
  LODESTONE_ASSIGN(lab::Granule result, lab::measure_granule(wanted));
  if (result.windows == 0)
    return fail(ErrorCode::failed, "no window could be measured", join(result.cannot_claim, "; "),
                "measure on a quieter machine, or longer (--seconds)");
  // A measurement that decided nothing does not replace one that did.
  const auto stored = lab::load_granule();
  if (!result.bytes && stored && stored->bytes)
    std::fprintf(stderr, "kept the stored result of %s: this one is undecided\n",
                 stored->measured.c_str());
  else
    LODESTONE_TRY(lab::save_granule(result));
  return show(arguments.has("--json") ? to_text(lab::granule_json(result)) + "\n"
                                      : report_granule(result));
}

Result<int> osq(const Arguments& arguments) {
  lab::QueueOptions wanted;
  LODESTONE_TRY(read_common(arguments, wanted));
  wanted.kind = arguments.value("--lock").value_or("osq");
  LODESTONE_ASSIGN(const auto threads, arguments.integer("--threads", 2, 64));
  LODESTONE_ASSIGN(const auto critical, arguments.integer("--critical", 1, 100000));
  LODESTONE_ASSIGN(const auto parallel, arguments.integer("--parallel", 0, 1000000));
  wanted.threads = static_cast<int>(threads.value_or(0));
  wanted.critical = static_cast<int>(critical.value_or(1));
  wanted.parallel = static_cast<int>(parallel.value_or(0));
  LODESTONE_ASSIGN(const lab::Queue result, lab::measure_queue(wanted));
  return show(arguments.has("--json") ? to_text(lab::queue_json(result)) + "\n"
                                      : report_queue(result));
}

// Whatever `explain` takes: a System.map, plain or packed, an image, a build tree.
Result<std::vector<lab::MapSymbol>> symbols_in(const std::string& path) {
  LODESTONE_ASSIGN(const explain::Side side, explain::load_side(path));
  std::vector<lab::MapSymbol> symbols;
  for (const Symbol& symbol : side.symbols.symbols())
    if (symbol.module.empty()) symbols.push_back({symbol.address, symbol.name});
  if (symbols.empty())
    return fail(ErrorCode::not_found, path + " has no symbols", {},
                "give the System.map or the unstripped vmlinux");
  return symbols;
}

Result<int> replay(const Arguments& arguments) {
  if (arguments.positional.size() < 4)
    return fail(ErrorCode::usage, "replay needs two maps and a symbol", {},
                "lodestone lab replay BASE.map NEW.map osq_node");
  lab::ReplayOptions wanted;
  LODESTONE_TRY(read_common(arguments, wanted));
  std::vector<lab::MapSymbol> maps[2];
  for (int side = 0; side < 2; ++side) {
    const std::string& path = arguments.positional[static_cast<size_t>(side) + 1];
    LODESTONE_ASSIGN(maps[side], symbols_in(path));
  }
  const std::vector<std::string> names(arguments.positional.begin() + 3,
                                       arguments.positional.end());
  LODESTONE_ASSIGN(const auto pairs, lab::pairs_of(maps[0], maps[1], names));
  LODESTONE_ASSIGN(const lab::Replay result, lab::measure_replay(pairs, wanted));
  return show(arguments.has("--json") ? to_text(lab::replay_json(result)) + "\n"
                                      : report_replay(result));
}

Result<int> run(const Arguments& arguments) {
  if (arguments.positional.empty())
    return fail(ErrorCode::usage, "lab needs the name of an experiment", {},
                "lodestone lab granule");
  const std::string& experiment = arguments.positional[0];
  if (experiment == "granule") return granule(arguments);
  if (experiment == "osq") return osq(arguments);
  if (experiment == "replay") return replay(arguments);
  return fail(ErrorCode::usage, "there is no experiment '" + experiment + "'", {},
              "one of granule, osq, replay");
}

}  // namespace

extern const Verb verb_lab{
    "lab",
    "measure what sharing and layout cost on this machine",
    "[OPTIONS] granule | osq | replay BASE.map NEW.map SYMBOL...",
    "Experiments with words that several CPUs share.\n\n"
    "granule: two threads on two CPUs use pairs of words 8 to 256 bytes apart. Tells at which "
    "distance they stop "
    "disturbing each other, and whether the adjacent line of a 128-byte pair matters here. The "
    "result is kept for "
    "`explain --granule auto`, in $XDG_DATA_HOME/lodestone/granule.json, else "
    "~/.local/share/lodestone/granule.json; one that decided nothing does not replace one that "
    "did.\n\n"
    "osq: threads contend for a queue lock whose nodes lie 32, 64, 128 or 256 bytes apart, with "
    "and without the read "
    "of the predecessor's CPU number in the spin loop (--lock names another kind of lock).\n\n"
    "replay: words at the places (mod 4096) that the symbols have in two System.maps or kernel "
    "images are used by "
    "two CPUs; tells what "
    "the move costs here. SYMBOL+BYTES names a word inside a symbol. Each symbol is tried with the "
    "others and with "
    "what shares its 128-byte block in either map.",
    options,
    "lodestone lab granule\nlodestone lab granule --seconds 10 --cpus 0,2\nlodestone lab osq "
    "--threads 4\n"
    "lodestone lab replay System.map-base System.map-new osq_node",
    run};

}  // namespace lodestone::verb_lab
