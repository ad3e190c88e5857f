// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/execute.h"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>

#include "base/clock.h"
#include "base/text.h"
#include "measure/work_folder.h"
#include "sys/process.h"

namespace lodestone {
namespace {

std::string nanoseconds(double seconds) {
  return std::to_string(static_cast<int64_t>(seconds * 1e9 + 0.5));
}

Result<Command> command_of(const PassRequest& request, const std::string& folder, bool calibrate) {
  Command command;
  std::string program = request.program;
  if (program.empty()) {
    LODESTONE_ASSIGN(program, workload_program(*request.workload));
  }
  auto& words = command.words;
  words = {program};
  words.insert(words.end(), request.program_arguments.begin(), request.program_arguments.end());
  auto add = [&](const char* name, std::string value) {
    words.insert(words.end(), {name, std::move(value)});
  };
  add("--tasks", std::to_string(request.copies));
  if (request.threads) words.emplace_back("--threads");
  if (calibrate)
    words.emplace_back("--calibrate");
  else if (request.attach)
    words.emplace_back("--wait-for-go");
  if (request.seconds > 0) add("--nanoseconds", nanoseconds(request.seconds));
  add("--window", nanoseconds(request.window_seconds));
  add("--windows", std::to_string(request.windows));
  if (request.operations) add("--operations", std::to_string(request.operations));
  if (request.warm_up_seconds > 0) add("--warm-up", nanoseconds(request.warm_up_seconds));
  add("--directory", folder);
  std::vector<std::string> cpus;
  for (int cpu : request.cpus) cpus.push_back(std::to_string(cpu));
  if (!request.cpu_sets.empty()) cpus.clear();
  for (const auto& set : request.cpu_sets) {
    std::vector<std::string> members;
    for (int cpu : set) members.push_back(std::to_string(cpu));
    cpus.push_back(join(members, "+"));
  }
  if (!cpus.empty()) add("--cpus", join(cpus, ","));
  if (request.begin_on) add("--begin-on", std::to_string(*request.begin_on));
  for (const auto& [name, value] : request.parameters) add("--parameter", name + "=" + value);
  command.environment = request.environment;
  command.fixed_addresses = request.fixed_addresses;
  command.cgroup = request.cgroup;
  // A second per copy: many set-ups (128 descriptors, a file of 128 MiB) run one after another on
  // few CPUs.
  command.timeout_seconds =
      request.timeout_seconds > 0
          ? request.timeout_seconds
          : request.seconds + request.warm_up_seconds + 60 + request.copies +
                (request.seconds > 0
                     ? 0
                     : 20 * request.window_seconds * static_cast<double>(request.windows));
  return command;
}

// What a workload program printed (src/workload/runner/runner.h).
struct Printed {
  std::map<int, Copy> copies;
  std::vector<Finding> findings;
  uint64_t operations =
      0;  // of a calibration: the smallest, so that no copy's window is longer than asked
  std::map<std::string, double> values;
  bool complete = false;

  void line(std::string_view text) {
    const auto word = words(text);
    if (word.empty()) return;
    auto number = [&](size_t i) {
      return i < word.size() ? parse_integer(word[i]).value_or(0) : 0;
    };
    const int index = static_cast<int>(number(1));
    if (word[0] == "task" && word.size() == 6) {
      Copy& copy = copies[index];
      copy.pid = static_cast<int>(number(2));
      copy.operations = static_cast<uint64_t>(number(3));
      copy.seconds = static_cast<double>(number(5)) * 1e-9;
    } else if (word[0] == "window" && word.size() == 8) {
      copies[index].windows.push_back({number(2), number(3), static_cast<uint64_t>(number(4)),
                                       static_cast<int32_t>(number(5)),
                                       static_cast<int32_t>(number(6)), number(7)});
    } else if (word[0] == "value" && word.size() == 4) {
      if (auto value = parse_double(word[3])) copies[index].values[std::string(word[2])] = *value;
    } else if (word[0] == "pass" && word.size() == 3) {
      if (auto value = parse_double(word[2])) values[std::string(word[1])] = *value;
    } else if ((word[0] == "error" || word[0] == "skip") && word.size() > 2) {
      copies[index].error = std::string(text.substr(word[2].data() - text.data()));
      if (word[0] == "skip")
        add_finding(findings, {"F020 skipped", copies[index].error,
                               "this system cannot run the workload", ""});
    } else if (word[0] == "operations") {
      const auto found = static_cast<uint64_t>(number(2));
      operations = operations ? std::min(operations, found) : found;
    } else if (word[0] == "end") {
      complete = true;
    }
  }
};

}  // namespace

Result<Pass> execute_pass(const PassRequest& request) {
  LODESTONE_ASSIGN(const WorkFolder folder, WorkFolder::make(request.directory));
  LODESTONE_ASSIGN(const Command command, command_of(request, folder.path(), false));
  Pass pass;
  pass.workload = request.workload->name;
  pass.mode = request.threads ? "thread" : "process";
  pass.parameters = request.parameters;
  pass.started = utc_now();
  Result<void> attached;
  Result<Finished> finished =
      request.attach
          ? run_command(command,
                        [&](std::string_view line) -> std::string {
                          const auto word = words(line);
                          if (word.size() != 2 || word[0] != "ready") return {};
                          attached =
                              request.attach(static_cast<int>(parse_integer(word[1]).value_or(0)));
                          return "g";
                        })
          : run_command(command);
  if (!finished) return tl::unexpected<Error>(finished.error());
  if (!attached) return tl::unexpected<Error>(attached.error());
  Printed printed;
  for (std::string_view line : split(finished->output, '\n')) printed.line(line);
  pass.elapsed_seconds = static_cast<double>(finished->wall_ns) * 1e-9;
  pass.findings = printed.findings;
  pass.values = printed.values;
  for (int i = 0; i < request.copies; ++i) {
    Copy copy = printed.copies.contains(i) ? std::move(printed.copies[i]) : Copy{};
    copy.index = i;
    copy.elapsed_seconds = pass.elapsed_seconds;
    copy.status = finished->status;
    if (copy.error.empty() && (!printed.complete || copy.operations == 0 || copy.seconds <= 0)) {
      copy.error = describe(*finished);
      // A seccomp filter that kills (prctl(2)): a container's, which is no fault of the workload.
      if (WIFSIGNALED(finished->status) && WTERMSIG(finished->status) == SIGSYS)
        add_finding(pass.findings,
                    {"F020 skipped", "a filter forbids one of its system calls: " + copy.error,
                     "this system cannot run the workload", ""});
      if (!trim(finished->errors).empty())
        copy.error +=
            ": " + replace_all(std::string(trim(finished->errors)).substr(0, 300), "\n", " ");
    }
    pass.copies.push_back(std::move(copy));
  }
  return pass;
}

Result<uint64_t> calibrate_operations(const PassRequest& request) {
  LODESTONE_ASSIGN(const WorkFolder folder, WorkFolder::make(request.directory));
  LODESTONE_ASSIGN(const Command command, command_of(request, folder.path(), true));
  LODESTONE_ASSIGN(const Finished finished, run_command(command));
  Printed printed;
  for (std::string_view line : split(finished.output, '\n')) printed.line(line);
  for (const auto& [index, copy] : printed.copies)
    if (!copy.error.empty())
      return fail(ErrorCode::failed, std::string(request.workload->name) + " cannot run",
                  copy.error);
  if (!printed.complete || printed.operations == 0)
    return fail(ErrorCode::failed, std::string(request.workload->name) + " cannot run",
                describe(finished) + " " + finished.errors);
  return printed.operations;
}

}  // namespace lodestone
