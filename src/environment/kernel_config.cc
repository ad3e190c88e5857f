// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/kernel_config.h"

#include "sys/decompress.h"

namespace lodestone {

std::string kernel_config(const Root& root) {
  if (const std::string packed = root.text("/proc/config.gz"); !packed.empty())
    if (auto text = decompress(packed)) return "\n" + *text;
  const std::string release = root.line("/proc/sys/kernel/osrelease").value_or("");
  if (release.empty()) return "";
  for (const std::string& path : {"/boot/config-" + release, "/lib/modules/" + release + "/config",
                                  "/lib/modules/" + release + "/build/.config"})
    if (const std::string text = root.text(path); !text.empty()) return "\n" + text;
  return "";
}

}  // namespace lodestone
