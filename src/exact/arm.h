// SPDX-License-Identifier: GPL-2.0-or-later
// One side of an exact comparison: a kernel, its symbols, its command line, the processor model.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/finding.h"
#include "sys/kernel_image.h"
#include "sys/symbol_map.h"

namespace lodestone::exact {

// KERNEL[,symbols=FILE][,cmdline=TEXT][,cpu=MODEL][,label=LABEL]; a comma inside a value is
// doubled.
struct ArmSpec {
  std::string kernel;  // "same": that of the base
  std::string symbols;
  std::string command_line;  // added to ours
  std::string cpu;           // empty: the architecture's default
  std::string label;
};
// Errors: usage.
Result<ArmSpec> parse_arm(std::string_view text);

struct Arm {
  std::string label;
  std::string image;         // path of what boots
  std::string command_line;  // whole
  std::string cpu;
  Architecture architecture = Architecture::x86_64;
  std::string release, banner, build_id;
  std::string fingerprint;  // of the image's and the symbols' content
  std::shared_ptr<SymbolMap> symbols;
  std::vector<Finding> findings;
};

class Cache;

// Loads the kernel and its symbols; what was decoded once is kept in the cache by content. `base`
// is what "same" means (nullptr for the base itself). Where symbols were given, they must fit the
// image. Errors: unreadable, not_found, unsupported, not_comparable (another architecture than the
// base's, symbols of another build).
Result<Arm> prepare_arm(const ArmSpec& spec, const ArmSpec* base_spec, const Arm* base,
                        const Cache& cache);

// The command line that closes the sources of chance (docs/exact.md), with the console of the
// architecture.
std::string base_command_line(Architecture architecture);
std::string default_cpu(Architecture architecture);

// A checksum of content: sizes and two CRCs, in hex. Not for adversaries.
std::string fingerprint_of(std::string_view bytes);

}  // namespace lodestone::exact
