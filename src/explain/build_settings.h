// SPDX-License-Identifier: GPL-2.0-or-later
// How a kernel was built and started: configuration, compiler, command line.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "explain/side.h"

namespace lodestone::explain {

// "CONFIG_HZ=250" and "# CONFIG_SMP is not set" ("n") of a .config; other lines are passed over.
std::map<std::string, std::string> parse_config(std::string_view text);
// The configuration inside an image built with CONFIG_IKCONFIG (between IKCFG_ST and IKCFG_ED,
// kernel/configs.c), unpacked; empty if there is none.
std::string embedded_config(const KernelImage& image);
// "gcc (Debian 12.2.0-14) 12.2.0, GNU ld ..." out of "Linux version 6.1.0 (user@host) (gcc ...)
// ...".
std::string compiler_of(std::string_view banner);

struct Setting {
  std::string name;        // "CONFIG_HZ", "mitigations", "compiler"
  std::string base, next;  // empty: absent
  bool matters = false;    // known to change the speed of the kernel
};

// Options that say only who built what and when are left out; the weightiest come first.
std::vector<Setting> config_differences(const std::map<std::string, std::string>& base,
                                        const std::map<std::string, std::string>& next);
std::vector<Setting> command_line_differences(std::string_view base, std::string_view next);

}  // namespace lodestone::explain
