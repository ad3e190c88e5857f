// SPDX-License-Identifier: GPL-2.0-or-later
// What `compare` and its relatives take: a stored label or id, a file, or "-".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/reading.h"
#include "model/run.h"
#include "model/side.h"

namespace lodestone {

struct Operand {
  std::string name;                // as given
  std::vector<Run> runs;           // from the store or a run document; else
  std::optional<Reading> reading;  // of a file
};

struct OperandOptions {
  std::string store;    // URL; empty: the default
  std::string from;     // forces a format for files
  bool passes = false;  // of stored runs, too: raw formats show them
};

// A file where one of that name exists or the name holds a '/', else a reference to the store. A
// name that is both is refused
// (./NAME means the file). Errors: not_found, unreadable, usage.
Result<Operand> load_operand(const std::string& name, const OperandOptions& options);

// The operand as one side. A reading with several tables is one side where they differ in copies
// alone; otherwise the error lists them and asks for a selector. `selector` (may be empty): a
// number from 1, or a part of a label.
Result<Side> side_of(const Operand& operand, const std::string& selector);

// Where either side holds stored runs of several machines: one pair of operands a machine that both
// have; a finding names machines that only one has. Empty: there is one machine, or none in common.
std::vector<std::pair<Operand, Operand>> machine_pairs(const Operand& base, const Operand& new_,
                                                       std::vector<Finding>& findings);

// The same, emptying the operand's stored runs of their results on the way (their ids and contexts
// stay).
Result<Side> take_side(Operand& operand, const std::string& selector);

// The one table that a selector means. Errors: usage, listing what there is.
Result<size_t> select_table(const Reading& reading, const std::string& selector);
// "1: Before using the patch (unixbench, 40 copies, 13 rows)" a line each.
std::string list_tables(const Reading& reading);

// Tables of two documents that bear the same labels, where each document holds several results and
// every label stands once in each (lmbench's raw results with their curves): indices of base and
// new. Empty: the documents are not of that kind.
std::vector<std::pair<size_t, size_t>> tables_of_one_label(const Operand& base,
                                                           const Operand& new_);

}  // namespace lodestone
