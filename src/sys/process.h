// SPDX-License-Identifier: GPL-2.0-or-later
// Starting programs, reading what they write, and never leaving one behind: each child leads a
// process group of its own, dies with us (sys/group_watcher.h), and is killed as a group.
#pragma once

#include <sys/resource.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace lodestone {

struct Command {
  std::vector<std::string> words;           // path or name, and arguments
  std::vector<std::string> environment;     // NAME=VALUE, added to ours; NAME alone removes it
  std::vector<int> cpus;                    // affinity; empty: ours
  std::string cgroup;                       // folder of a cgroup v2 to start in; empty: ours
  std::string directory;                    // working directory; empty: ours
  std::string input;                        // given on standard input
  bool fixed_addresses = false;             // no address space randomisation (personality(2))
  double timeout_seconds = 0;               // 0: none. Afterwards the group is killed
  bool keep_stdout = true;                  // false: /dev/null
  bool merge_stderr = false;                // stderr goes where stdout goes
  size_t output_limit = size_t{256} << 20;  // further output is read and thrown away
  bool through_interrupts = false;          // goes on after Ctrl-C: it puts something back
};

struct Finished {
  int status = 0;       // raw wait status
  std::string output;   // standard output
  std::string errors;   // standard error
  rusage usage{};       // of the child and of the children that it reaped
  int64_t wall_ns = 0;  // from just before the start to reaping
  bool timed_out = false;
  bool output_cut = false;

  bool succeeded() const { return status == 0 && !timed_out; }
};

// "exit status 3", "killed by signal 9 (Killed)", "still running after 10 s".
std::string describe(const Finished& finished);

// `on_line` sees each line of standard output as it comes (without its newline) and may answer with
// text for the child's standard input; if it is given, `input` is not used. Errors: not_found (no
// such program), interrupted (the group was killed), system errors.
Result<Finished> run_command(const Command& command,
                             const std::function<std::string(std::string_view)>& on_line = {});

// What a helper of the system (uname, rpm) prints, trimmed. Nothing unless it is there and succeeds
// within 5 s. Its locale is C.
std::optional<std::string> answer_of(const std::vector<std::string>& words);

// Words for a command as people write it after "--": one word goes to sh -c, several are an
// argument vector.
std::vector<std::string> command_words(const std::vector<std::string>& words);

}  // namespace lodestone
