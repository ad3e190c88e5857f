// SPDX-License-Identifier: GPL-2.0-or-later
// The store: every run that was measured on, or imported to, this machine. What append() has
// accepted is on the disk when it returns (one committed transaction a pass), so `kill -9`, a full
// disk or a power cut cost at most the pass in flight. Several processes may have one store open at
// once, writing too.
//
// Errors are the same for all calls: no_space (the disk is full; what was committed before stays),
// permission (read-only), unreadable (damaged, or written by a newer lodestone: such a store is
// never written to), not_found, io.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace lodestone {

struct Run;   // model/run.h
struct Pass;  // model/run.h

enum class Access { read, write };

// One line of `store list`: what is known of a run without reading its samples.
struct RunSummary {
  std::string id;
  std::string label;
  std::string method;  // live, exact, read
  std::string boot_id;
  std::string machine;   // host name, or the machine that a published table names; may be empty
  std::string kernel;    // release; may be empty
  std::string state;     // running, finished, interrupted; a running one whose process is gone is
                         // "interrupted"
  std::string started;   // UTC
  std::string finished;  // UTC; empty if it never did
  int64_t passes = 0;
  int64_t bytes = 0;  // of packed samples
  std::vector<std::string> workloads;
};

// What `store check` found. A store is sound when `problems` is empty.
struct StoreCheck {
  std::string path;
  int schema = 0;
  int64_t runs = 0, passes = 0;  // readable ones
  int64_t lost_runs = 0, lost_passes = 0;
  std::vector<std::string> problems;
  // Known to be there and unreadable are lost_runs and lost_passes. True: part of a table cannot be
  // read, and nobody knows whether more rows were there.
  bool more_lost = false;
};

enum class Ending { finished, interrupted };

// A run that is being measured. Dropping it without finish() leaves its passes in the store, state
// "interrupted". A run without a single pass is not kept.
class RunWriter {
 public:
  virtual ~RunWriter() = default;
  virtual const std::string& id() const = 0;
  // Durable when it returns. After an error the pass is not in the store and the writer can still
  // be used.
  virtual Result<void> append(const Pass& pass) = 0;
  // Stores the header again (findings, settings changed, end time may have come since begin()); its
  // passes are ignored. Ending::interrupted: it is listed as such, with the results of what was
  // measured.
  virtual Result<void> finish(const Run& header, Ending ending = Ending::finished) = 0;
};

class Store {
 public:
  virtual ~Store() = default;

  virtual std::string url() const = 0;
  // Stores the header of `run` (everything but its passes); an empty id is filled in from the clock
  // and a random number.
  virtual Result<std::unique_ptr<RunWriter>> begin(const Run& run) = 0;
  // begin, append every pass, finish, in one transaction: for imports and for readings.
  virtual Result<std::string> add(const Run& run) = 0;

  // Newest first. `pattern` is a glob over labels and ids; empty means all.
  virtual Result<std::vector<RunSummary>> list(std::string_view pattern) = 0;
  // The runs that a reference means, oldest first, never none (not_found lists similar labels):
  //   LABEL all runs of the label, LABEL@last the newest of them, LABEL@first, LABEL@N the N-th, an
  //   id or an unambiguous beginning of one (8 characters or more).
  virtual Result<std::vector<std::string>> resolve(std::string_view reference) = 0;
  // `passes`: always (export, a raw view), or only where the run has no results because it was cut
  // short (compare).
  enum class Passes { always, if_no_results };
  virtual Result<Run> load_run(const std::string& id, Passes passes = Passes::if_no_results) = 0;

  virtual Result<void> relabel(const std::string& id, const std::string& label) = 0;
  virtual Result<void> remove(const std::string& id) = 0;

  // Stores one run as it was elsewhere, passes and all, in one transaction. False: its id is stored
  // already.
  virtual Result<bool> import_run(const Run& run, std::string_view state,
                                  std::string_view finished) = 0;

  // All runs that `reference` means, loaded.
  Result<std::vector<Run>> load(std::string_view reference);
};

// What may be the label of a run: one line of UTF-8 without '@' (which chooses among the runs of a
// label) that does not begin with '-' or a blank, or end with one. Errors: usage, which say what is
// wrong. An empty one is refused.
Result<void> check_label(std::string_view label);

// `url`: "" (LODESTONE_STORE, else lodestone/store.sqlite in the XDG data folder, else in the
// passwd entry's home when HOME is not set), a path, or sqlite:PATH. Access::write makes the file
// and, for the default place alone, its folder: the folder of a path that somebody gave must exist.
// Access::read fails with not_found when there is no store yet.
Result<std::unique_ptr<Store>> open_store(const std::string& url, Access access);
// The path that `url` means.
Result<std::string> store_path(const std::string& url);

// Writes the documents of all runs whose label or id matches `pattern` (all if empty), a line at a
// time (docs/store.md). Works on a damaged store too, and changes nothing in it: what cannot be
// read is left out and named in `problems`. Gives the number of runs written.
using LineSink = std::function<Result<void>(std::string_view line)>;
Result<int64_t> export_store(const std::string& url, std::string_view pattern, const LineSink& sink,
                             std::vector<std::string>& problems);
// Reads every run and pass of a store, sound or not. Errors: not_found alone.
Result<StoreCheck> check_store(const std::string& url);
// Reads what export_store or `run --json` wrote. Gives the ids that were added; runs already stored
// are left out.
Result<std::vector<std::string>> import_text(Store& store, std::string_view text,
                                             std::vector<std::string>& problems);

}  // namespace lodestone
