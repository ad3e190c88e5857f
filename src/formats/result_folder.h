// SPDX-License-Identifier: GPL-2.0-or-later
// Folders of LKP results:
// /lkp/result/TESTCASE/PARAMETERS/MACHINE/ROOTFS/KCONFIG/COMPILER/COMMIT/N/, each N one run with
// its stats.json (plain or packed) and job.yaml. Any folder of that path can be named: the runs
// below one COMMIT are the samples of one table.
#pragma once

#include <string>

#include "base/result.h"
#include "model/reading.h"

namespace lodestone {

// Errors: unreadable, when no results of LKP are in it.
Result<Reading> read_result_folder(const std::string& path);

}  // namespace lodestone
