// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/self.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

namespace lodestone {

Result<std::string> self_path_from(const std::string& link, const std::string& started_as) {
  if (!link.empty()) return link;
  char real[PATH_MAX];
  if (!started_as.empty() && realpath(started_as.c_str(), real)) return std::string(real);
  return fail(ErrorCode::not_found, "lodestone cannot find its own program",
              "/proc/self/exe cannot be read, and '" + started_as + "' is not there",
              "mount -t proc proc /proc, or start it by its absolute path");
}

Result<std::string> self_path() {
  static const Result<std::string> found = [] {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    const auto* started = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    return self_path_from(std::string(path, length > 0 ? static_cast<size_t>(length) : 0),
                          started ? started : "");
  }();
  return found;
}

}  // namespace lodestone
