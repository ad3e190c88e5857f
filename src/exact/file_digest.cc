// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/file_digest.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <ctime>

#include "base/fd.h"
#include "exact/arm.h"

namespace lodestone::exact {
namespace {

std::string identity_of(const struct stat& status) {
  return fmt::format("file 1\ndevice {} inode {} size {} written {}.{:09} changed {}.{:09}\n",
                     status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

// Filesystems keep times by the timer tick, some by two seconds (FAT).
bool settled(const struct stat& status) {
  constexpr time_t seconds = 4;
  const time_t now = ::time(nullptr);
  return status.st_mtim.tv_sec + seconds < now && status.st_ctim.tv_sec + seconds < now;
}

}  // namespace

Result<std::string> digest_of_file(const std::string& path, const Cache& cache) {
  struct stat status{};
  const bool known_kind = ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  const std::string key = known_kind && settled(status) ? identity_of(status) : "";
  if (!key.empty())
    if (auto parts = cache.find(key); parts && parts->size() == 1) return (*parts)[0];
  LODESTONE_ASSIGN(const std::string content, read_file(path));
  std::string digest = fingerprint_of(content);
  // A cache that cannot be written costs time only; the results' own entry reports it.
  if (!key.empty()) (void)cache.store(key, {digest});
  return digest;
}

}  // namespace lodestone::exact
