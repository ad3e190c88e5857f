// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>

#include "cli/verb.h"

namespace lodestone::verb_version {
namespace {

Result<int> run(const Arguments&) {
  std::puts("lodestone " LODESTONE_VERSION);
  return 0;
}

}  // namespace

extern const Verb verb_version{
    "version", "print the version", "", "Prints the version of lodestone.",
    {},        "lodestone version", run};

}  // namespace lodestone::verb_version
