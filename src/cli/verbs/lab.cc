// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "cli/verb.h"
#include "lab/granule.h"
#include "report/lab.h"

namespace lodestone {
namespace {

constexpr Option options[] = {
    {"--seconds", "TIME", "how long to measure (default 2s)"},
    {"--seed", "N", "seed of the order of windows (default: drawn, printed and stored)"},
    {"--cpus", "A,B", "the CPUs to use (default: one of each core first)"},
    {"--margin", "FRACTION", "changes inside this margin count as none (default 5%)"},
    option_json,
};

Result<std::vector<int>> cpus_of(const Arguments& arguments) {
  std::vector<int> cpus;
  if (const auto text = arguments.value("--cpus"))
    for (std::string_view piece : split(*text, ',')) {
      const auto cpu = parse_integer(piece);
      if (!cpu || *cpu < 0 || *cpu > 65535)
        return fail(ErrorCode::usage, "--cpus takes CPU numbers separated by commas", *text,
                    "--cpus 0,1");
      cpus.push_back(static_cast<int>(*cpu));
    }
  return cpus;
}

Result<int> granule(const Arguments& arguments) {
  lab::GranuleOptions wanted;
  LODESTONE_ASSIGN(wanted.cpus, cpus_of(arguments));
  LODESTONE_ASSIGN(auto seconds, arguments.duration("--seconds"));
  wanted.seconds = seconds.value_or(2);
  LODESTONE_ASSIGN(auto margin, arguments.fraction("--margin"));
  wanted.margin = margin.value_or(0.05);
  LODESTONE_ASSIGN(auto seed, arguments.integer("--seed", 0, INT64_MAX));
  if (seed) wanted.seed = static_cast<uint64_t>(*seed);
  LODESTONE_ASSIGN(lab::Granule result, lab::measure_granule(wanted));
  // A measurement that decided nothing does not replace one that did.
  const auto stored = lab::load_granule();
  const bool keep_stored = !result.bytes && stored && stored->bytes;
  if (keep_stored)
    std::fprintf(stderr, "kept the stored result of %s: this one is undecided\n",
                 stored->measured.c_str());
  else
    LODESTONE_TRY(lab::save_granule(result));
  const std::string text =
      arguments.has("--json") ? to_text(lab::granule_json(result)) + "\n" : report_granule(result);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

Result<int> run(const Arguments& arguments) {
  if (arguments.positional.empty())
    return fail(ErrorCode::usage, "lab needs the name of an experiment", {},
                "lodestone lab granule");
  if (arguments.positional[0] == "granule") return granule(arguments);
  return fail(ErrorCode::usage, "there is no experiment " + arguments.positional[0], {},
              "lodestone help lab");
}

}  // namespace

extern const Verb verb_lab{"lab",
                           "measure what sharing and layout cost on this machine",
                           "[OPTIONS] granule",
                           "Experiments with words that two CPUs share.\n\n"
                           "granule: two threads on two CPUs use pairs of words 8 to 256 bytes "
                           "apart. Tells at which distance they stop "
                           "disturbing each other, and whether the adjacent line of a 128-byte "
                           "pair matters here. The result is kept for "
                           "`explain --granule auto`.",
                           options,
                           "lodestone lab granule\nlodestone lab granule --seconds 10 --cpus 0,2",
                           run};

}  // namespace lodestone
