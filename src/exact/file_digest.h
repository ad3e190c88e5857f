// SPDX-License-Identifier: GPL-2.0-or-later
// Fingerprints of files that were read before: an unstripped vmlinux has hundreds of megabytes, and
// a question whose answer is known has no other need of them.
#pragma once

#include <string>

#include "base/result.h"
#include "exact/cache.h"

namespace lodestone::exact {

// fingerprint_of the file's content. Known files (by device, inode, size and both times) are not
// read again. One that was changed within the last seconds is read each time: its clock may not
// tell another change apart. Errors: those of read_file.
Result<std::string> digest_of_file(const std::string& path, const Cache& cache);

}  // namespace lodestone::exact
