// SPDX-License-Identifier: GPL-2.0-or-later
// The tables of an SQLite store, their versions, and the checks before anything is written to a
// file.
#pragma once

#include <string>

#include "base/result.h"
#include "store/sqlite_database.h"
#include "store/store.h"

namespace lodestone {

inline constexpr int schema_version = 2;

// Opens a store, makes it if it is absent (write), brings an older schema up to date (write).
// Refused, and not written to: another program's file, a damaged store, a store of a newer schema.
// Reading an older schema is refused too, unless the file can be written. A store with an
// unfinished transaction in a folder that cannot be written is read from a copy.
Result<Database> open_database(const std::string& path, Access access);

// Opens whatever is there for `check` and `export`: no schema or soundness check.
Result<Database> open_for_salvage(const std::string& path);

}  // namespace lodestone
